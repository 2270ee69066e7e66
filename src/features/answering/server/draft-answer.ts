import type { AnswerSource } from '../../questions/contract.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { toSource } from '../domain/evidence.ts'
import { type AnsweringServices, retrieveFor } from './answer-question.ts'
import { composeByModel, composeFromSections } from './compose.ts'
import { decide } from './decide.ts'
import { modelForWorkspace } from './model/model-usage.ts'
import { loadAnswerContext } from './retrieve.ts'

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

/**
 * Drafts an answer for a question in several phrasings, from the phrasing that is most likely answered. A person reviews
 * it before publication, so it may use content that visitors would only be shown; every sentence still comes from a
 * source. When the model fails, the draft quotes the sources.
 * @param phrasings of the same question; at least one
 */
export async function draftAnswer(
  services: AnsweringServices,
  context: WorkspaceContext,
  phrasings: readonly string[],
  signal: AbortSignal,
): Promise<DraftedAnswer> {
  const answerContext = await loadAnswerContext(context, null, services.generate !== null, services.meaning ?? null)
  const decided = []
  for (const question of phrasings) {
    const { retrieval } = await retrieveFor({ services, context, answerContext }, question, signal)
    decided.push({ question, retrieval, decision: decide(question, retrieval) })
  }
  const near = decided
    .filter(({ decision }) => decision.tier !== 'refuse')
    .toSorted((left, right) => (right.decision.probability ?? 0) - (left.decision.probability ?? 0))
  const faqIds = [...new Set(near.flatMap(({ retrieval }) => retrieval.faqIds))]
  const [best] = near
  if (!best) return { text: '', sources: [], writtenBy: null, leftOut: 0, faqIds }
  const model = await modelForWorkspace(services, context, async () => true)
  const byModel =
    model && answerContext.style
      ? await composeByModel(best.decision, {
          generate: model.generate,
          style: answerContext.style,
          workspaceName: answerContext.workspace.name,
          question: best.question,
          turns: [],
          reviewsClaims: services.reviewsClaims ?? true,
          signal,
          onStart: async () => {},
          onDelta: async () => {},
          log: services.log,
        })
      : null
  const composed = byModel ?? composeFromSections({ ...best.decision, tier: 'answer' })
  const isWritten = composed.outcome === 'answered'
  return {
    text: isWritten ? composed.text : '',
    sources: composed.used.map(toSource),
    writtenBy: isWritten ? (byModel ? 'model' : 'sources') : null,
    leftOut: composed.leftOut,
    faqIds,
  }
}
