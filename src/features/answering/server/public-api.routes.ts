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
function withBlocks<T extends { answer: string }>(faq: T, origin: string) {
  const blocks = parseMarkup(faq.answer)
  return withAbsoluteImages({ ...faq, answer_html: markupToHtml(blocks), blocks }, origin)
}

/** An answer whose images other sites can show. */
function forOtherSites(output: AskOutput, { appUrl: { origin } }: AnsweringServices): AskOutput {
  const { suggestions } = output
  const shown = suggestions && { suggestions: suggestions.map((one) => withAbsoluteImages(one, origin)) }
  return { ...withAbsoluteImages(output, origin), ...shown }
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
  deps: PublicApiDeps,
  context: Context<HttpEnv>,
  visitor: WorkspaceContext,
  input: AskInput,
  gone?: AbortSignal,
): Promise<AskOutput> {
  const address = context.var.clientAddress
  await deps.limits.ask(address, visitor.workspaceId, input.proof)
  const timeout = AbortSignal.timeout(ASK_TIMEOUT_MS)
  const signal = gone ? AbortSignal.any([gone, timeout]) : timeout
  const output = await answerQuestion(deps.answering, visitor, input, {
    signal,
    onSources: async () => {},
    onDelta: async () => {},
    onModel: () => releaseSlotWhileWaiting(context),
    mayUseModel: () => deps.limits.modelBudget(address, visitor.workspaceId),
  })
  return forOtherSites(output, deps.answering)
}

/** For the page without JavaScript. */
export const askFromPage = async (
  deps: PublicApiDeps,
  context: Context<HttpEnv>,
  input: AskInput,
): Promise<AskOutput> => askOnce(deps, context, await admitPageVisitor(deps, context, input), input)

async function askStreaming(
  deps: PublicApiDeps,
  context: Context<HttpEnv>,
  visitor: WorkspaceContext,
  input: AskInput,
): Promise<Response> {
  await deps.limits.ask(context.var.clientAddress, visitor.workspaceId, input.proof)
  return sse(context, async (stream: EventStream) => {
    const signal = AbortSignal.any([stream.signal, AbortSignal.timeout(ASK_TIMEOUT_MS)])
    const done = await answerQuestion(deps.answering, visitor, input, {
      signal,
      onSources: (sources) => stream.send('sources', sources),
      onDelta: (text) => stream.send('delta', { text: absoluteImages(text, deps.answering.appUrl.origin) }),
      onModel: () => releaseSlotWhileWaiting(context),
      mayUseModel: () => deps.limits.modelBudget(context.var.clientAddress, visitor.workspaceId),
    })
    await stream.send('done', forOtherSites(done, deps.answering))
  })
}

/** The versioned address, and the one from before there were versions; both stay. */
const BASES = ['/api/v1/public', '/api/public']

/**
 * The public API of visitors' browsers and integrators without a key. Plain handlers with the same contracts, because
 * it is the hot path.
 */
export function createPublicApi(deps: PublicApiDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.use(cors)

  app.post('/ask', async (context) => {
    const input = await jsonBody(context, askInput)
    const visitor = await admitVisitor(deps, context, input, { token: input.visitor_token })
    const streaming = (context.req.header('accept') ?? '').includes('text/event-stream')
    return streaming
      ? askStreaming(deps, context, visitor, input)
      : context.json(await askOnce(deps, context, visitor, input, context.req.raw.signal))
  })

  app.post('/token', async (context) => {
    await deps.limits.search(context.var.clientAddress)
    const token = await issueVisitorToken(deps, context, await jsonBody(context, tokenInput))
    context.header('cache-control', 'no-store')
    return context.json({ token })
  })

  app.get('/search', async (context) => {
    const input = queryOf(context, searchInput)
    if (!input.subdomain && !input.workspace_id)
      throw new AppError('invalid', 'request.invalid', 'Specify the workspace by subdomain or workspace_id.', {
        details: { fields: [{ path: 'subdomain', message: 'Specify the workspace by subdomain or workspace_id.' }] },
      })
    await deps.limits.search(context.var.clientAddress)
    const visitor = await admitVisitor(deps, context, input, 'read')
    const results = await searchContent(visitor, {
      q: input.q,
      limit: input.limit,
      isPrefix: input.prefix === '1',
      appUrl: deps.answering.appUrl,
    })
    context.header('cache-control', 'no-store')
    return context.json({ results })
  })

  app.post('/feedback', async (context) => {
    const input = await jsonBody(context, feedbackInput)
    await deps.limits.vote(context.var.clientAddress)
    const { visitor, id } = await admitAnswered(deps, context, input.message_id)
    await recordVote(visitor, { id, vote: input.vote, reason: input.reason, suggestionId: input.suggestion_id })
    return context.body(null, 204)
  })

  app.post('/handoff', async (context) => {
    const input = await jsonBody(context, handoffInput)
    await handOff(deps, context, input)
    return context.body(null, 202)
  })

  app.get('/workspaces/:subdomain', async (context) => {
    await deps.limits.search(context.var.clientAddress)
    const visitor = await admitVisitor(deps, context, { subdomain: context.req.param('subdomain') }, 'read')
    const info = await readPublished(visitor, ({ tx, workspaceId }) => readPublicInfo(tx, workspaceId))
    if (!info) throw notFound('workspace')
    return context.json(info.workspace)
  })

  app.get('/workspaces/:subdomain/faqs', async (context) => {
    const { limit } = queryOf(context, publicFaqsInput)
    await deps.limits.search(context.var.clientAddress)
    const visitor = await admitVisitor(deps, context, { subdomain: context.req.param('subdomain') }, 'read')
    const faqs = await readPublished(visitor, (transaction) => publishedFaqs(transaction, limit))
    return context.json({ items: faqs.map((faq) => withBlocks(faq, deps.answering.appUrl.origin)) })
  })
  app.all('*', (context) => context.notFound())

  const versions = new Hono<HttpEnv>()
  for (const base of BASES) versions.route(base, app)
  return versions
}
