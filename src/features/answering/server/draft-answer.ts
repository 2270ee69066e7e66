import { AppError } from '../../../kernel/app-error.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { type AnsweringServices, modelForWorkspace, sourceOf } from './answer-question.ts'
import { type ComposedAnswer, composeFromSource } from './compose-answer.ts'
import { composeWithModel } from './compose-with-model.ts'
import { type AnswerContext, loadAnswerContext, type RetrievalResult, retrieve } from './retrieve.ts'

export interface DraftedAnswer {
  /** Empty where no source supports an answer. */
  text: string
  /** Sources, each supporting a sentence. */
  sources: AnswerSource[]
  writtenBy: 'model' | 'sources' | null
  /** Sentences of the model's that no source supports; they are not in the text. */
  leftOut: number
  /** The FAQs that are near enough to be pointed to, the closest first. */
  faqIds: string[]
}

interface Looked {
  question: string
  found: RetrievalResult
}

async function lookUp(
  services: AnsweringServices,
  context: WorkspaceContext,
  question: string,
  options: { opening: AnswerContext; signal: AbortSignal },
): Promise<Looked> {
  const { served } = options.opening
  const embedding = (served && (await services.meaning?.embedQuestion(served, question, options.signal))) ?? null
  const found = await retrieve(context, {
    text: question,
    embedding,
    opening: options.opening,
    appUrl: services.appUrl,
  })
  return { question, found }
}

/**
 * Drafts an answer for a question in several phrasings, from the results of the phrasing with the highest confidence. A
 * person reviews it before publication, so it may use content that visitors would only get as suggestions; every
 * sentence still comes from a source. When the model fails, the draft quotes the sources.
 * @param phrasings of the same question; at least one
 */
export async function draftAnswer(
  services: AnsweringServices,
  context: WorkspaceContext,
  phrasings: readonly string[],
  signal: AbortSignal,
): Promise<DraftedAnswer> {
  const opening = await loadAnswerContext(context, null, services.generate !== null, services.meaning ?? null)
  const looked: Looked[] = []
  for (const question of phrasings) looked.push(await lookUp(services, context, question, { opening, signal }))
  const near = looked
    .filter(({ found }) => found.decision !== 'refuse' && found.evidence.length > 0)
    .toSorted((left, right) => right.found.confidence - left.found.confidence)
  const faqIds = [...new Set(near.flatMap(({ found }) => found.faqIds))]
  const [best] = near
  if (!best) return { text: '', sources: [], writtenBy: null, leftOut: 0, faqIds }
  const byModel = await writtenByModel(services, context, best, { opening, signal })
  const written = byModel ?? composeFromSource(best.found.evidence[0]!)
  const writtenBy = written.refused ? null : byModel ? 'model' : 'sources'
  return { text: written.text, sources: written.used.map(sourceOf), writtenBy, leftOut: written.leftOut ?? 0, faqIds }
}

/** Null where no model writes for this workspace, or it fails. */
async function writtenByModel(
  services: AnsweringServices,
  context: WorkspaceContext,
  { question, found }: Looked,
  { opening, signal }: { opening: AnswerContext; signal: AbortSignal },
): Promise<ComposedAnswer | null> {
  const generate = await modelForWorkspace(services, context, async () => true)
  if (!generate || !opening.style) return null
  try {
    return await composeWithModel(generate, {
      workspaceName: opening.info.workspace.name,
      style: opening.style,
      question,
      evidence: found.evidence,
      signal,
      onDelta: async () => {},
    })
  } catch (error) {
    const failed = (error instanceof AppError && error.kind === 'unavailable') || signal.aborted
    if (!failed) throw error
    services.log('warn', 'The language model failed; a draft was made of the sources’ own words', {
      code: error instanceof AppError ? error.code : 'aborted',
    })
    return null
  }
}
