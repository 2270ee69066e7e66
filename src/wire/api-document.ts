import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import { contract } from '../contract.ts'
import { answerTestDetailsSchema, answerTestSchema } from '../features/answer-tests/contract.ts'
import {
  askOutput,
  askSuggestionSchema,
  blockedSourceSchema,
  markupBlockSchema,
  markupInlineSchema,
  searchResultSchema,
} from '../features/answering/contract.ts'
import { publicContract } from '../features/answering/server/index.ts'
import { appearanceSchema } from '../features/appearance/contract.ts'
import { archiveContract } from '../features/archive/contract.ts'
import { contradictionSchema } from '../features/contradictions/contract.ts'
import { customDomainSchema } from '../features/domains/contract.ts'
import { doubtfulAnswerSchema } from '../features/doubtful-answers/contract.ts'
import {
  createFaqInput,
  faqSchema,
  faqVersionSchema,
  savedFaqSchema,
  trashedFaqSchema,
} from '../features/faqs/contract.ts'
import { closestEntrySchema, draftSchema, gapSchema, phrasingSchema } from '../features/gaps/contract.ts'
import { integrationRunSchema, integrationSchema } from '../features/integrations/contract.ts'
import { sourceSchema, websiteRunSchema, websiteSchema } from '../features/knowledge/contract.ts'
import type { ApiDocument } from '../features/operations/server/index.ts'
import {
  answerSourceSchema,
  questionDetailsSchema,
  questionSchema,
  replySchema,
} from '../features/questions/contract.ts'
import { suggestedFaqSchema } from '../features/suggestions/contract.ts'
import { invitationSchema, memberSchema } from '../features/team/contract.ts'
import {
  auditEntrySchema,
  publicWorkspaceSchema,
  workspaceSchema,
  workspaceSettingsSchema,
} from '../features/workspaces/contract.ts'
import { STATUS_OF_KIND } from '../kernel/app-error.ts'
import { describeHeaders, isPossibleError } from './api-document-headers.ts'

/** Procedures that declare a path are REST too. */
export const isRest = (documentOptions: { contract: { '~orpc': { route: { path?: string } } } }): boolean =>
  documentOptions.contract['~orpc'].route.path !== undefined

const errorSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** `fields` of an invalid request, `retry_after` in seconds, and what else helps with this code. */
    details: z.record(z.string(), z.unknown()).optional(),
    request_id: z.string(),
  }),
})

/** Schemas that the document names. */
const NAMED_SCHEMAS = {
  Error: errorSchema,
  Answer: askOutput,
  AnswerSource: answerSourceSchema,
  AnswerTest: answerTestSchema,
  AnswerTestDetails: answerTestDetailsSchema,
  Appearance: appearanceSchema,
  AuditEntry: auditEntrySchema,
  BlockedSource: blockedSourceSchema,
  ClosestEntry: closestEntrySchema,
  Contradiction: contradictionSchema,
  CustomDomain: customDomainSchema,
  DoubtfulAnswer: doubtfulAnswerSchema,
  Draft: draftSchema,
  Faq: faqSchema,
  FaqInput: createFaqInput,
  FaqVersion: faqVersionSchema,
  Gap: gapSchema,
  Integration: integrationSchema,
  IntegrationRun: integrationRunSchema,
  Invitation: invitationSchema,
  MarkupBlock: markupBlockSchema,
  MarkupInline: markupInlineSchema,
  Member: memberSchema,
  Phrasing: phrasingSchema,
  PublicWorkspace: publicWorkspaceSchema,
  Question: questionSchema,
  QuestionDetails: questionDetailsSchema,
  Reply: replySchema,
  SavedFaq: savedFaqSchema,
  SearchResult: searchResultSchema,
  Section: askSuggestionSchema,
  Settings: workspaceSettingsSchema,
  Source: sourceSchema,
  SuggestedFaq: suggestedFaqSchema,
  TrashedFaq: trashedFaqSchema,
  Website: websiteSchema,
  WebsiteRun: websiteRunSchema,
  Workspace: workspaceSchema,
}

const ERROR_TEXTS: Record<number, string> = {
  400: 'The request is invalid.',
  401: 'The API key is missing or not valid.',
  402: 'The plan does not allow it.',
  403: 'The API key may not do this.',
  404: 'There is no such object in this workspace.',
  409: 'The request contradicts the present state.',
  412: 'The object was changed since its `ETag` was read.',
  413: 'The request is too large.',
  422: 'The `Idempotency-Key` was used for another request.',
  429: 'There were too many requests; `Retry-After` has the seconds to wait.',
  500: 'The server failed.',
  503: 'A part that is needed is not available at the moment.',
}
if (Object.values(STATUS_OF_KIND).some((statusCode) => !(statusCode in ERROR_TEXTS)))
  throw new Error('An error is not described.')

/** The parts of the document. */
const TAG_TEXTS: Record<string, string> = {
  Workspace: 'The workspace itself, its settings and its audit log.',
  Team: 'Members and invitations.',
  Sources: 'Documents, texts, websites and everything else that answers draw on.',
  FAQs: 'FAQs with their versions, categories and trash.',
  Questions: 'Questions of visitors, with answers, votes and replies.',
  Answering: 'How answers are chosen, and what the language model was used for.',
  Gaps: 'Unanswered questions, grouped, and the FAQs that answer them.',
  'Doubtful answers': 'Answers that did not seem to help visitors.',
  'Suggested FAQs': 'FAQs found in the sources of the workspace.',
  'Answer tests': 'Questions whose answers are checked after every change.',
  Contradictions: 'Statements of the content that contradict each other.',
  Integrations: 'Connected services and what is imported from them.',
  Widget: 'The widget on other websites.',
  Appearance: 'Colors, pictures and texts of the help page and the widget.',
  'Custom domain': 'A domain of your own for the help page.',
  'Help health': 'A score for the quality of the content, and its parts.',
  Statistics: 'Numbers of FAQs and questions over time.',
  Webhooks: 'Endpoints that receive events, and their deliveries.',
  Visitors: 'Calls of visitors, which need no key.',
}

const EXAMPLES: Record<string, unknown> = {
  'POST /faqs': {
    question: 'Do you ship abroad?',
    answer: 'Yes, to all of Europe.',
    category: 'Delivery',
    status: 'published',
    alternative_questions: ['Can you deliver to Spain?'],
  },
  'POST /texts': { items: [{ title: 'Care guide', content: '## Washing\n\nWash it by hand.' }] },
  'POST /websites': { url: 'https://example.com/docs/', scope: 'section' },
  'POST /answer-tests': { question: 'Do you ship abroad?', must_contain: ['Europe'] },
  'POST /public/ask': { subdomain: 'demo', question: 'How long does the battery last?' },
  'POST /public/feedback': { message_id: '0'.repeat(64), vote: 'up' },
}

type Responses = Record<string, { content?: object; $ref?: string }>
interface Operation {
  tags?: string[]
  responses?: Responses
  security?: unknown[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
}

/** Calls that also answer with a stream, for `Accept: text/event-stream`. */
const STREAM_TEXTS: Record<string, string> = {
  'POST /public/ask':
    'Events `sources` (the list), `delta` (`{"text": "…"}`, any number of times) and `done` (the whole answer as in JSON).',
}

const errorResponses: Responses = Object.fromEntries(
  Object.keys(ERROR_TEXTS).map((statusCode) => [statusCode, { $ref: `#/components/responses/Error${statusCode}` }]),
)
const FORM_TYPE = 'multipart/form-data'
/** Their body is empty. */
const EMPTY_STATUSES = ['202', '204']
/** Visitors have no key and no plan. */
const NOT_FOR_VISITORS = new Set(['401', '402'])

/** The OpenAPI document of the workspace's calls and of those that need no key. */
export async function apiDocument(documentOptions: { appUrl: URL; version: string }): Promise<ApiDocument> {
  const serverAt = (apiPath: string) => ({ url: new URL(apiPath, documentOptions.appUrl).href })
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(
    { ...contract, archive: archiveContract, public: publicContract },
    {
      filter: isRest,
      info: {
        title: 'Answerloom API',
        version: documentOptions.version,
        description:
          'Every error has the form { error: { code, message, details?, request_id } } and a matching status.',
        contact: { name: 'Help', url: serverAt('/help').url },
      },
      servers: [serverAt('/api/v1')],
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace.' } },
      },
      commonSchemas: Object.fromEntries(
        Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [
          name,
          { schema, strategy: name.endsWith('Input') ? 'input' : 'output' } as const,
        ]),
      ),
    },
  )
  const operations = Object.values(document.paths ?? {}).flatMap(
    (pathItem) => Object.values(pathItem ?? {}) as Operation[],
  )
  document.tags = [...new Set(operations.flatMap(({ tags = [] }) => tags))].map((tagName) => {
    const description = TAG_TEXTS[tagName]
    if (!description) throw new Error(`The tag ${tagName} of the API's document has no description.`)
    return { name: tagName, description }
  })
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const isPublic = path.startsWith('/public/')
    for (const [method, entry] of Object.entries(item ?? {})) {
      const operation = entry as Operation
      const requestExample = EXAMPLES[`${method.toUpperCase()} ${path}`]
      // Files are sent as forms alone.
      if (operation.requestBody?.content?.[FORM_TYPE]) delete operation.requestBody.content['application/json']
      const jsonContent = operation.requestBody?.content?.['application/json']
      if (requestExample !== undefined && jsonContent) jsonContent.example = requestExample
      const streamText = STREAM_TEXTS[`${method.toUpperCase()} ${path}`]
      const successResponse = operation.responses?.[200]
      if (streamText && successResponse)
        successResponse.content = {
          ...successResponse.content,
          'text/event-stream': { schema: { type: 'string', description: streamText } },
        }
      operation.responses = {
        ...operation.responses,
        ...Object.fromEntries(
          Object.entries(errorResponses).filter(
            ([status]) => isPossibleError(method, path, status) && !(isPublic && NOT_FOR_VISITORS.has(status)),
          ),
        ),
      }
      for (const statusCode of EMPTY_STATUSES) delete operation.responses[statusCode]?.content
      if (isPublic) operation.security = []
    }
  }
  document.components = {
    ...document.components,
    responses: Object.fromEntries(
      Object.entries(ERROR_TEXTS)
        .filter(([status]) => operations.some(({ responses = {} }) => status in responses))
        .map(([status, description]) => [
          `Error${status}`,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
    ),
  }
  describeHeaders(document)
  return document as ApiDocument
}
