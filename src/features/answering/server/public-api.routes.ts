import { type Context, Hono } from 'hono'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { absoluteImages, markupToHtml, parseMarkup } from '../../../kernel/markup.ts'
import {
  cors,
  type EventStream,
  type HttpEnv,
  jsonBody,
  queryOf,
  releaseSlotWhileWaiting,
  sse,
} from '../../../platform/http/index.ts'
import { publishedFaqs } from '../../faqs/server/index.ts'
import { recordVote } from '../../questions/server/index.ts'
import {
  readPublicInfo,
  readPublished,
  type WorkspaceContext,
  type WorkspaceServices,
} from '../../workspaces/server/index.ts'
import {
  type AskInput,
  type AskOutput,
  askInput,
  feedbackInput,
  handoffInput,
  publicFaqsInput,
  searchInput,
  tokenInput,
} from '../contract.ts'
import { withAbsoluteImages } from '../domain/absolute-images.ts'
import { admitAnswered, admitPageVisitor, admitVisitor, issueVisitorToken } from './admission/admit-visitor.ts'
import type { VisitorLimits } from './admission/visitor-limits.ts'
import type { VisitorTokens } from './admission/visitor-tokens.ts'
import { type AnsweringServices, answerQuestion } from './answer-question.ts'
import { searchContent } from './content/search-content.ts'
import { handOff } from './handoff.ts'

/** A FAQ with its answer in the forms that an answer to a question has. */
function withBlocks<T extends { answer: string }>(publicFaq: T, origin: string) {
  const blocks = parseMarkup(publicFaq.answer)
  return withAbsoluteImages({ ...publicFaq, answer_html: markupToHtml(blocks), blocks }, origin)
}

/** An answer whose images other sites can show. */
function forOtherSites(output: AskOutput, { appUrl: { origin } }: AnsweringServices): AskOutput {
  const { suggestions } = output
  const shownSuggestions = suggestions && {
    suggestions: suggestions.map((suggestion) => withAbsoluteImages(suggestion, origin)),
  }
  return { ...withAbsoluteImages(output, origin), ...shownSuggestions }
}

export interface PublicApiDeps {
  workspaces: WorkspaceServices
  answering: AnsweringServices
  limits: VisitorLimits
  visitorTokens: VisitorTokens
}

/** A model that is slow leaves the visitor with the fallback after this long. */
const ASK_TIMEOUT_MS = 15_000

/** Answers without streaming. @param gone aborted when the client disconnects */
export async function askOnce(
  dependencies: PublicApiDeps,
  context: Context<HttpEnv>,
  visitor: WorkspaceContext,
  input: AskInput,
  gone?: AbortSignal,
): Promise<AskOutput> {
  const address = context.var.clientAddress
  await dependencies.limits.ask(address, visitor.workspaceId, input.proof)
  const timeout = AbortSignal.timeout(ASK_TIMEOUT_MS)
  const signal = gone ? AbortSignal.any([gone, timeout]) : timeout
  const output = await answerQuestion(dependencies.answering, visitor, input, {
    signal,
    onSources: async () => {},
    onDelta: async () => {},
    onModel: () => releaseSlotWhileWaiting(context),
    mayUseModel: () => dependencies.limits.modelBudget(address, visitor.workspaceId),
  })
  return forOtherSites(output, dependencies.answering)
}

/** For the page without JavaScript. */
export const askFromPage = async (
  dependencies: PublicApiDeps,
  context: Context<HttpEnv>,
  input: AskInput,
): Promise<AskOutput> => askOnce(dependencies, context, await admitPageVisitor(dependencies, context, input), input)

async function askStreaming(
  dependencies: PublicApiDeps,
  context: Context<HttpEnv>,
  visitor: WorkspaceContext,
  input: AskInput,
): Promise<Response> {
  await dependencies.limits.ask(context.var.clientAddress, visitor.workspaceId, input.proof)
  return sse(context, async (stream: EventStream) => {
    const signal = AbortSignal.any([stream.signal, AbortSignal.timeout(ASK_TIMEOUT_MS)])
    const finishedAnswer = await answerQuestion(dependencies.answering, visitor, input, {
      signal,
      onSources: (sources) => stream.send('sources', sources),
      onDelta: (text) => stream.send('delta', { text: absoluteImages(text, dependencies.answering.appUrl.origin) }),
      onModel: () => releaseSlotWhileWaiting(context),
      mayUseModel: () => dependencies.limits.modelBudget(context.var.clientAddress, visitor.workspaceId),
    })
    await stream.send('done', forOtherSites(finishedAnswer, dependencies.answering))
  })
}

/** The versioned address, and the one from before there were versions; both stay. */
const API_BASE_PATHS = ['/api/v1/public', '/api/public']

/**
 * The public API of visitors' browsers and integrators without a key. Plain handlers with the same contracts, because
 * it is the hot path.
 */
export function createPublicApi(dependencies: PublicApiDeps): Hono<HttpEnv> {
  const publicApi = new Hono<HttpEnv>()
  publicApi.use(cors)

  publicApi.post('/ask', async (context) => {
    const input = await jsonBody(context, askInput)
    const visitor = await admitVisitor(dependencies, context, input, { token: input.visitor_token })
    const wantsStream = (context.req.header('accept') ?? '').includes('text/event-stream')
    return wantsStream
      ? askStreaming(dependencies, context, visitor, input)
      : context.json(await askOnce(dependencies, context, visitor, input, context.req.raw.signal))
  })

  publicApi.post('/token', async (context) => {
    await dependencies.limits.search(context.var.clientAddress)
    const visitorToken = await issueVisitorToken(dependencies, context, await jsonBody(context, tokenInput))
    context.header('cache-control', 'no-store')
    return context.json({ token: visitorToken })
  })

  publicApi.get('/search', async (context) => {
    const input = queryOf(context, searchInput)
    if (!input.subdomain && !input.workspace_id)
      throw new AppError('invalid', 'request.invalid', 'Specify the workspace by subdomain or workspace_id.', {
        details: { fields: [{ path: 'subdomain', message: 'Specify the workspace by subdomain or workspace_id.' }] },
      })
    await dependencies.limits.search(context.var.clientAddress)
    const visitor = await admitVisitor(dependencies, context, input, 'read')
    const results = await searchContent(visitor, {
      q: input.q,
      limit: input.limit,
      isPrefix: input.prefix === '1',
      appUrl: dependencies.answering.appUrl,
    })
    context.header('cache-control', 'no-store')
    return context.json({ results })
  })

  publicApi.post('/feedback', async (context) => {
    const input = await jsonBody(context, feedbackInput)
    await dependencies.limits.vote(context.var.clientAddress)
    const { visitor, id } = await admitAnswered(dependencies, context, input.message_id)
    await recordVote(visitor, { id, vote: input.vote, reason: input.reason, suggestionId: input.suggestion_id })
    return context.body(null, 204)
  })

  publicApi.post('/handoff', async (context) => {
    const input = await jsonBody(context, handoffInput)
    await handOff(dependencies, context, input)
    return context.body(null, 202)
  })

  publicApi.get('/workspaces/:subdomain', async (context) => {
    await dependencies.limits.search(context.var.clientAddress)
    const visitor = await admitVisitor(dependencies, context, { subdomain: context.req.param('subdomain') }, 'read')
    const publicInfo = await readPublished(visitor, ({ tx, workspaceId }) => readPublicInfo(tx, workspaceId))
    if (!publicInfo) throw notFound('workspace')
    return context.json(publicInfo.workspace)
  })

  publicApi.get('/workspaces/:subdomain/faqs', async (context) => {
    const { limit } = queryOf(context, publicFaqsInput)
    await dependencies.limits.search(context.var.clientAddress)
    const visitor = await admitVisitor(dependencies, context, { subdomain: context.req.param('subdomain') }, 'read')
    const faqs = await readPublished(visitor, (transaction) => publishedFaqs(transaction, limit))
    return context.json({ items: faqs.map((faq) => withBlocks(faq, dependencies.answering.appUrl.origin)) })
  })
  publicApi.all('*', (context) => context.notFound())

  const versions = new Hono<HttpEnv>()
  for (const basePath of API_BASE_PATHS) versions.route(basePath, publicApi)
  return versions
}
