import { z } from 'zod'
import { userProcedure } from '../../kernel/procedure.ts'
import { idSchema, plainText } from '../../kernel/wire.ts'
import { identityProof } from '../accounts/contract.ts'
import { SEARCH_LIMIT_DEFAULT, VISITOR_QUESTION_MAX } from '../answering/contract.ts'
import { OUTCOMES } from '../questions/contract.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

/** Path of the public server below a workspace's page, and of the workspace's own server on the instance. */
export const MCP_PATH = '/mcp'
export const SEARCH_RESULTS = SEARCH_LIMIT_DEFAULT

const words = (error: string, about: string) =>
  plainText(error).trim().min(1, { error }).max(VISITOR_QUESTION_MAX).describe(about)

/** Names and shapes of `search` and `fetch` are those that ChatGPT requires of a connector. */
export const searchToolInput = z.object({
  query: words('Please enter a query.', 'Words or a question, in any language of the content.'),
})
export const searchToolOutput = z.object({
  results: z
    .array(
      z.object({
        id: z.string().describe('Pass it to `fetch`.'),
        title: z.string(),
        url: z.string().describe('Address to cite.'),
      }),
    )
    .describe('Best first.'),
})

export const fetchToolInput = z.object({ id: idSchema.describe('An `id` from `search`.') })
export const fetchToolOutput = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string().describe('Markdown.'),
  url: z.string(),
  metadata: z.record(z.string(), z.string()),
})

export const askToolInput = z.object({
  question: words('Please enter a question.', 'One question in full, as a visitor would ask it.'),
  conversation_id: idSchema.optional().describe('Of an earlier answer, to ask a follow-up question.'),
})

const citedSource = z.object({ title: z.string(), url: z.string().nullable(), excerpt: z.string() })
export const askToolOutput = z.object({
  outcome: z
    .enum(OUTCOMES)
    .describe(
      '`answered`; `suggested`: no certain answer, the closest sections are in `suggestions`; `refused`: the content has no answer; `unavailable`: try again later.',
    ),
  answer: z.string().describe('Markdown. With `refused` it says that there is no answer.'),
  sources: z.array(citedSource),
  suggestions: z.array(z.object({ title: z.string(), url: z.string().nullable(), text: z.string() })),
  related_questions: z.array(z.string()),
  conversation_id: z.string(),
})

/** Names of API keys. */
export const KEY_NAME_MAX = 60

/** Parameters with which an assistant sends a person to the page where they decide (OAuth 2.1, with PKCE). */
export const authorizationRequestSchema = z.object({
  client_id: plainText().max(4_000),
  redirect_uri: plainText().max(2_000),
  response_type: plainText().max(100).optional(),
  code_challenge: plainText().max(200).optional(),
  code_challenge_method: plainText().max(20).optional(),
  scope: plainText().max(500).optional(),
  state: plainText().max(2_000).optional(),
  resource: plainText().max(2_000).optional(),
})
export type AuthorizationRequest = z.output<typeof authorizationRequestSchema>

const scopeSchema = z.enum(['read', 'write'])

/** A request of an assistant, for the person who decides. */
export const connectionRequestSchema = z.object({
  /** As the assistant calls itself. */
  client_name: z.string(),
  /** Host, or scheme of an app, that gets the access. */
  redirect_host: z.string(),
  scope: scopeSchema,
  /** Target of the redirect after a refusal. */
  deny_url: z.string(),
  /** Target of an immediate redirect, for a request that cannot be granted; null for others. */
  problem_url: z.string().nullable(),
})
export type ConnectionRequest = z.output<typeof connectionRequestSchema>

export const mcpContract = {
  readConnection: userProcedure().input(authorizationRequestSchema).output(connectionRequestSchema),
  /** Grants an assistant access to the workspace; it gets an API key. */
  allowConnection: workspaceProcedure('api_key.manage', { writes: true, confirmsIdentity: true })
    .input(identityProof.extend({ request: authorizationRequestSchema, scope: scopeSchema }))
    .output(z.object({ redirect_url: z.string() })),
}
