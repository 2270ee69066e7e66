import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { markupToPlainText } from '../../../kernel/markup.ts'
import { excerpt } from '../../../kernel/text.ts'
import type { AnswerSource, Outcome } from '../../questions/contract.ts'
import { encodeMessageReference, recordQuestion } from '../../questions/server/index.ts'
import type { SemanticSearch } from '../../ranking/server/index.ts'
import { accessOfWorkspace, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { AI_UNAVAILABLE, type AskInput, type AskOutput, NOT_FOUND_ANSWER, RELATED_MAX } from '../contract.ts'
import { type Evidence, EXCERPT_LENGTH, toSource } from '../domain/evidence.ts'
import { isFollowUp, searchText } from '../domain/follow-up.ts'
import { relatedQuestions } from '../domain/related-questions.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type ComposedAnswer, composeFromSource, composeSuggestion } from './compose-answer.ts'
import { composeWithModel, type Generate, MODEL_PASSAGES, rewriteFollowUp } from './compose-with-model.ts'
import { meteredFor } from './model-usage.ts'
import { type AnswerContext, loadAnswerContext, type RetrievalResult, retrieve } from './retrieve.ts'

/** An answer before it is stored: the same for everybody who asks the same of the same content. */
export interface Answer {
  text: string
  outcome: Outcome
  confidence: number | null
  sources: AnswerSource[]
  related: string[]
  /** Cacheable: all inputs were complete, so the same question would get the same answer. */
  repeatable: boolean
}

export interface AnsweringServices {
  appUrl: URL
  /** Null: the built-in answerer writes. */
  generate: Generate | null
  /** Search by meaning; without it questions are searched by their words alone. */
  meaning?: Pick<SemanticSearch, 'served' | 'embedQuestion'>
  cache: AnswerCache<Answer>
  log(level: 'info' | 'warn' | 'error', message: string, fields?: object): void
}

/** Receives the answer while it is being written. */
export interface AnswerStream {
  signal: AbortSignal
  onSources(sources: AnswerSource[]): Promise<void>
  onDelta(text: string): Promise<void>
  /** Called before waiting for a model. */
  onModel(): void
  /** Returns true when this visitor may cause another model call. */
  mayUseModel(): Promise<boolean>
}

const MAX_SUGGESTIONS = 3

export const sourceOf = (evidence: Evidence): AnswerSource =>
  toSource(evidence, (text) => excerpt(markupToPlainText(text), EXCERPT_LENGTH))

interface AnswerTask {
  services: AnsweringServices
  question: string
  opening: AnswerContext
  generate: Generate | null
  stream: AnswerStream
}

const REFUSAL = { text: NOT_FOUND_ANSWER, used: [], refused: true, outcome: 'refused' as const }

function composeWithoutModel({ decision, evidence }: RetrievalResult): ComposedAnswer & { outcome: Outcome } {
  const [best] = evidence
  if (!best || decision === 'refuse') return REFUSAL
  if (decision === 'suggest') return { ...composeSuggestion(evidence.slice(0, MAX_SUGGESTIONS)), outcome: 'suggested' }
  const written = composeFromSource(best)
  return written.refused ? REFUSAL : { ...written, outcome: 'answered' }
}

async function compose(task: AnswerTask, found: RetrievalResult): Promise<ComposedAnswer & { outcome: Outcome }> {
  const { services, generate, opening, stream, question } = task
  const { style } = opening
  if (!generate || !style || found.decision === 'refuse' || found.evidence.length === 0)
    return composeWithoutModel(found)
  await stream.onSources(found.evidence.slice(0, MODEL_PASSAGES).map(sourceOf))
  stream.onModel()
  try {
    const { signal, onDelta } = stream
    const frame = { workspaceName: opening.info.workspace.name, style }
    const written = await composeWithModel(generate, { ...frame, question, evidence: found.evidence, signal, onDelta })
    return written.refused ? REFUSAL : { ...written, outcome: 'answered' }
  } catch (error) {
    // Out of time counts like a failure; a bug of ours does not.
    const code = error instanceof AppError ? error.code : stream.signal.aborted ? 'aborted' : null
    if (code === null || (error instanceof AppError && error.kind !== 'unavailable')) throw error
    services.log('warn', 'The language model failed; the visitor got the fallback', { code })
    return { text: AI_UNAVAILABLE, used: [], refused: false, outcome: 'unavailable' }
  }
}

/** An answer, and what was found for it, the closest first. */
interface ComposedResult {
  answer: Answer
  found: Evidence[]
}

async function retrieveAndCompose(task: AnswerTask, context: WorkspaceContext): Promise<ComposedResult> {
  const { opening, question, generate, services, stream } = task
  const leaning = opening.turns.length > 0 && isFollowUp(question)
  const rewritten = leaning && generate ? await rewriteFollowUp(generate, question, opening.turns, stream.signal) : null
  const text = rewritten ?? searchText(question, opening.turns)
  const { served } = opening
  const embedding = (served && (await services.meaning?.embedQuestion(served, text, stream.signal))) ?? null
  const found = await retrieve(context, { text, embedding, opening, appUrl: services.appUrl })
  const written = await compose({ ...task, question: rewritten ?? question }, found)
  const answer: Answer = {
    text: written.text,
    outcome: written.outcome,
    confidence: found.confidence,
    sources: written.used.map(sourceOf),
    related: relatedQuestions({
      asked: question,
      shown: written.used.flatMap((evidence) => (evidence.kind === 'faq' ? [evidence.id] : [])),
      isAnswered: written.outcome === 'answered',
      found: found.faqIds,
      published: found.related,
      workspaceName: opening.info.workspace.name,
      max: RELATED_MAX,
    }),
    repeatable: written.outcome !== 'unavailable' && (served === null || embedding !== null),
  }
  return { answer, found: found.evidence }
}

/** The model, if the plan includes it and the budget allows this call. Its cost is attributed to the workspace. */
export async function modelForWorkspace(
  services: Pick<AnsweringServices, 'generate' | 'log'>,
  context: WorkspaceContext,
  mayUseModel: () => Promise<boolean>,
): Promise<Generate | null> {
  const { generate, log } = services
  if (!generate || !(await accessOfWorkspace(context)).has_access || !(await mayUseModel())) return null
  return meteredFor(context, generate, log)
}

export interface DryRun {
  /** The answer for the visitor; its ids refer to nothing. */
  answer: AskOutput
  /** Retrieved entries, best first, regardless of the answer's sources. */
  found: AnswerSource[]
}

const noopStream = { onSources: async () => {}, onDelta: async () => {}, onModel: () => {} }

/** Answers a question as for a new visitor, without storing anything and without cached answers. */
export async function dryRunQuestion(
  services: AnsweringServices,
  context: WorkspaceContext,
  question: string,
  options: Pick<AnswerStream, 'signal' | 'mayUseModel'>,
): Promise<DryRun> {
  const opening = await loadAnswerContext(context, null, services.generate !== null, services.meaning ?? null)
  const generate = await modelForWorkspace(services, context, options.mayUseModel)
  const { answer, found } = await retrieveAndCompose(
    { services, question, opening, generate, stream: { ...options, ...noopStream } },
    context,
  )
  return {
    answer: toOutput(context, answer, { messageId: newId(), conversationId: newId() }),
    found: found.map(sourceOf),
  }
}

/** Case and spaces aside, the same words; a conversation's follow-up is only the same within the same conversation. */
function cacheKey(context: WorkspaceContext, input: AskInput, opening: AnswerContext, withModel: boolean): string {
  const words = input.question.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim()
  const turns = opening.turns.length > 0 && isFollowUp(input.question) ? JSON.stringify(opening.turns) : ''
  const { info, served } = opening
  const embeddings = served ? `${served.model} ${served.version}` : ''
  const writer = withModel ? 'model' : 'built-in'
  return [context.workspaceId, info.contentVersion, embeddings, writer, words, turns].join('\u0000')
}

async function answer(
  services: AnsweringServices,
  context: WorkspaceContext,
  input: AskInput,
  stream: AnswerStream,
): Promise<Answer> {
  const opening = await loadAnswerContext(
    context,
    input.conversation_id ?? null,
    services.generate !== null,
    services.meaning ?? null,
  )
  const generate = await modelForWorkspace(services, context, stream.mayUseModel)
  let streamed = ''
  const onDelta = (text: string) => {
    streamed += text
    return stream.onDelta(text)
  }
  const task: AnswerTask = { services, question: input.question, opening, generate, stream: { ...stream, onDelta } }
  const { answer } = await services.cache.get(
    cacheKey(context, input, opening, generate !== null),
    async () => (await retrieveAndCompose(task, context)).answer,
    (made) => made.repeatable,
  )
  if (streamed === '') {
    await stream.onSources(answer.sources)
    await stream.onDelta(answer.text)
  }
  return answer
}

const toOutput = (
  { workspaceId }: WorkspaceContext,
  answer: Answer,
  ids: { messageId: string; conversationId: string },
): AskOutput => ({
  answer: answer.text,
  sources: answer.sources,
  related_questions: answer.related,
  outcome: answer.outcome,
  message_id: encodeMessageReference({ workspaceId, messageId: ids.messageId }),
  conversation_id: ids.conversationId,
})

/**
 * Retrieves, decides, composes and records, and reports the end only then: every answer that a visitor gets is in the
 * inbox. A refusal has no sources.
 */
export async function answerQuestion(
  services: AnsweringServices,
  context: WorkspaceContext,
  input: AskInput,
  stream: AnswerStream,
): Promise<AskOutput> {
  const made = await answer(services, context, input, stream)
  const conversationId = input.conversation_id ?? newId()
  const messageId = await recordQuestion(context, {
    conversation_id: conversationId,
    question: input.question,
    answer: made.text,
    outcome: made.outcome,
    confidence: made.confidence,
    sources: made.sources,
    page_url: input.page_url ?? null,
  })
  return toOutput(context, made, { messageId, conversationId })
}
