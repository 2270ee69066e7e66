import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { excerpt } from '../../../kernel/text.ts'
import { answerToPlainText, firstPublished } from '../../faqs/server/index.ts'
import type { AnswerSource, Outcome } from '../../questions/contract.ts'
import { recordQuestion } from '../../questions/server/index.ts'
import { confidence, decide } from '../../ranking/server/index.ts'
import {
  accessOfWorkspace,
  inTransaction,
  readPublicInfo,
  type WorkspaceContext,
} from '../../workspaces/server/index.ts'
import { AI_UNAVAILABLE, type AskInput, type AskOutput, NOT_FOUND_ANSWER, RELATED_MAX } from '../contract.ts'
import { type Evidence, EXCERPT_LENGTH, toSource } from '../domain/evidence.ts'
import { relatedQuestions } from '../domain/related-questions.ts'
import { findEvidence } from './find-evidence.ts'
import { readThresholds } from './thresholds.ts'
import {
  type Generate,
  MODEL_PASSAGES,
  type Written,
  writeBuiltIn,
  writeSuggestion,
  writeWithModel,
} from './write-answer.ts'

export interface AnsweringServices {
  appUrl: URL
  /** Null: the built-in answerer writes. */
  generate: Generate | null
  log(level: 'info' | 'warn' | 'error', message: string, fields?: object): void
}

/** How the answer reaches the visitor while it is being written. */
export interface AnswerStream {
  signal: AbortSignal
  onSources(sources: AnswerSource[]): Promise<void>
  onDelta(text: string): Promise<void>
}

const CANDIDATES = 20
const SUGGESTED = 3
const RELATED_POOL = 6

const sourceOf = (evidence: Evidence): AnswerSource =>
  toSource(evidence, (text) => excerpt(evidence.kind === 'faq' ? answerToPlainText(text) : text, EXCERPT_LENGTH))

/** One read of everything the decision needs; no model is waited for inside it. */
const gather = (services: AnsweringServices, ctx: WorkspaceContext, question: string) =>
  inTransaction(ctx, async (ctx) => {
    const info = await readPublicInfo(ctx.tx, ctx.workspaceId)
    if (!info) throw new AppError('not_found', 'workspace.not_found', 'This workspace does not exist.')
    const faqUrl = (slug: string) => new URL(`/faq/${info.workspace.subdomain}/${slug}`, services.appUrl).href
    const found = await findEvidence(ctx, { text: question, limit: CANDIDATES, faqUrl })
    const z = confidence(found.outcome)
    const decision = found.evidence.length === 0 ? 'refuse' : decide(z, await readThresholds(ctx))
    // A few of the answer's category and the first ones stand in where the search found too little that is related.
    const [best] = found.faqs
    const published = [
      ...found.faqs,
      ...(best ? await firstPublished(ctx, RELATED_POOL, best.category) : []),
      ...(await firstPublished(ctx, RELATED_POOL)),
    ]
    return { info, evidence: found.evidence, z, decision, published, foundFaqs: found.faqs.map((faq) => faq.id) }
  })

type Gathered = Awaited<ReturnType<typeof gather>>

async function write(
  services: AnsweringServices,
  ctx: WorkspaceContext,
  question: string,
  found: Gathered,
  stream: AnswerStream,
): Promise<Written & { outcome: Outcome }> {
  const { decision, evidence } = found
  const refusal = { text: NOT_FOUND_ANSWER, used: [], refused: true, outcome: 'refused' as const }
  const best = evidence[0]
  if (decision === 'refuse' || !best) return refusal
  const generate = services.generate && (await accessOfWorkspace(ctx)).has_access ? services.generate : null
  if (!generate) {
    if (decision === 'answer') return { ...writeBuiltIn(best), outcome: 'answered' }
    return { ...writeSuggestion(evidence.slice(0, SUGGESTED)), outcome: 'suggested' }
  }
  await stream.onSources(evidence.slice(0, MODEL_PASSAGES).map(sourceOf))
  try {
    const { workspace } = found.info
    const written = await writeWithModel(generate, {
      workspaceName: workspace.name,
      question,
      evidence,
      signal: stream.signal,
      onDelta: stream.onDelta,
    })
    return written.refused ? refusal : { ...written, outcome: 'answered' }
  } catch (error) {
    // Out of time counts like a failure; a bug of ours does not.
    const failed = stream.signal.aborted || (error instanceof AppError && error.kind === 'unavailable')
    if (!failed) throw error
    services.log('warn', 'the language model failed; the visitor got the fallback', {
      code: error.code,
      workspace_id: ctx.workspaceId,
    })
    return { text: AI_UNAVAILABLE, used: [], refused: false, outcome: 'unavailable' }
  }
}

/**
 * Finds, decides, writes, stores, and only then reports the end: what a visitor was told is always in the inbox.
 * A refusal has no sources.
 */
export async function answerQuestion(
  services: AnsweringServices,
  ctx: WorkspaceContext,
  input: AskInput,
  stream: AnswerStream,
): Promise<AskOutput> {
  const found = await gather(services, ctx, input.question)
  let streamed = false
  const written = await write(services, ctx, input.question, found, {
    ...stream,
    onDelta: (text) => {
      streamed = true
      return stream.onDelta(text)
    },
  })
  const sources = written.used.map(sourceOf)
  if (!streamed) {
    await stream.onSources(sources)
    await stream.onDelta(written.text)
  }
  const answeredBy = written.outcome === 'answered' ? (written.used.find((e) => e.kind === 'faq')?.id ?? null) : null
  const related = relatedQuestions({
    asked: input.question,
    answeredBy,
    found: found.foundFaqs,
    published: found.published,
    workspaceName: found.info.workspace.name,
    max: RELATED_MAX,
  })
  const conversationId = input.conversation_id ?? newId()
  const messageId = await recordQuestion(ctx, {
    conversation_id: conversationId,
    question: input.question,
    answer: written.text,
    outcome: written.outcome,
    confidence: found.z,
    sources,
    page_url: input.page_url ?? null,
  })
  return {
    answer: written.text,
    sources,
    related_questions: related,
    outcome: written.outcome,
    message_id: messageId,
    conversation_id: conversationId,
  }
}
