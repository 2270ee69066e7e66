import type { AnswerSource } from '../../questions/contract.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { answerFrom } from '../domain/answer-gate.ts'
import { supportsDraft } from '../domain/draft-support.ts'
import { toSource } from '../domain/evidence.ts'
import { loadAnswerContext } from './answer-context.ts'
import { type AnsweringServices, retrieveFor } from './answer-question.ts'
import { composeFromSections, composeWithModel } from './compose.ts'
import { type Decision, decide } from './decide.ts'
import { modelForWorkspace } from './model/workspace-model.ts'
import { termsOf } from './section-terms.ts'

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

/** A person reads a draft before a visitor does, and `supportsDraft` asks for more: less certainty is enough. */
const isSureForDraft = ({ tier, obstacle, probability }: Decision): boolean =>
  tier === 'answer' || (tier === 'suggest' && obstacle === null && (probability ?? 0) >= answerFrom('more'))

/**
 * Drafts an answer for a question in several phrasings, from the likeliest that a section answers with all that limits the
 * question; empty where none does. Every sentence comes from a source. When the model fails, the draft quotes the sources.
 * @param request `phrasings` of the same question, at least one; `fromVisitors` when nothing says that the content answers it
 */
export async function draftAnswer(
  services: AnsweringServices,
  context: WorkspaceContext,
  { phrasings, fromVisitors, signal }: { phrasings: readonly string[]; fromVisitors: boolean; signal: AbortSignal },
): Promise<DraftedAnswer> {
  const answerContext = await loadAnswerContext(context, null, services.generate !== null, services.semantic ?? null)
  const decidedPhrasings = []
  for (const question of phrasings) {
    const { retrieval } = await retrieveFor({ services, context, answerContext }, question, signal)
    decidedPhrasings.push({ question, retrieval, decision: decide(question, retrieval) })
  }
  const nearPhrasings = decidedPhrasings
    .filter(({ decision }) => decision.tier !== 'refuse')
    .toSorted(
      (leftPhrasing, rightPhrasing) =>
        (rightPhrasing.decision.probability ?? 0) - (leftPhrasing.decision.probability ?? 0),
    )
  const faqIds = [...new Set(nearPhrasings.flatMap(({ retrieval }) => retrieval.faqIds))]
  const all = nearPhrasings.map(({ decision }) => ({ words: decision.words, isAnswered: isSureForDraft(decision) }))
  const named = termsOf(answerContext.workspace.name, detectLanguage(answerContext.workspace.name))
  const bestPhrasing = nearPhrasings.find(({ decision }, phrasingIndex) => {
    const section = decision.topics[0]?.best.section
    return !fromVisitors || (section && supportsDraft(section, all[phrasingIndex]!, { all, named }))
  })
  if (!bestPhrasing) return { text: '', sources: [], writtenBy: null, leftOut: 0, faqIds }
  const model = await modelForWorkspace(services, context, async () => true)
  const modelAnswer =
    model && answerContext.style
      ? await composeWithModel(bestPhrasing.decision, {
          generate: model.generate,
          style: answerContext.style,
          workspaceName: answerContext.workspace.name,
          question: bestPhrasing.question,
          turns: [],
          reviewsClaims: services.reviewsClaims ?? true,
          signal,
          onStart: async () => {},
          onDelta: async () => {},
          log: services.log,
        })
      : null
  const composedAnswer = modelAnswer ?? composeFromSections({ ...bestPhrasing.decision, tier: 'answer' })
  const isWritten = composedAnswer.outcome === 'answered'
  return {
    text: isWritten ? composedAnswer.text : '',
    sources: composedAnswer.used.map(toSource),
    writtenBy: isWritten ? (modelAnswer ? 'model' : 'sources') : null,
    leftOut: composedAnswer.leftOut,
    faqIds,
  }
}
