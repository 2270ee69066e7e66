import { normalizeQuestion } from '../../../kernel/text.ts'

export interface RelatedCandidate {
  id: string
  question: string
  category: string
}

/** The specified sentences for a workspace that has no published FAQs to offer. */
export const genericQuestions = (workspaceName: string): string[] => [
  `How do I get started with ${workspaceName}?`,
  `What features does ${workspaceName} offer?`,
  'How can I contact support?',
]

/**
 * Returns up to `max` published questions to go on with after an answer, best first: further search results, then FAQs
 * of the answer's category, or else the first FAQs. Without an answer there are none, since any would be a guess;
 * generic sentences where there are no FAQs either.
 */
export function relatedQuestions(options: {
  asked: string
  /** The FAQs that the answer rests on. */
  shown: readonly string[]
  isAnswered: boolean
  found: readonly string[]
  published: readonly RelatedCandidate[]
  workspaceName: string
  max: number
}): string[] {
  const { asked, shown, isAnswered, found, published, workspaceName, max } = options
  if (!isAnswered) return published.length === 0 ? genericQuestions(workspaceName).slice(0, max) : []
  const candidateById = new Map(published.map((candidate) => [candidate.id, candidate]))
  const shownCategory = shown[0] ? candidateById.get(shown[0])?.category : undefined
  const questionsOf = (candidates: readonly RelatedCandidate[]) =>
    differingQuestions(
      asked,
      candidates.filter((candidate) => !shown.includes(candidate.id)),
    ).slice(0, max)
  const relatedToAnswer = questionsOf([
    ...found.flatMap((foundId) => candidateById.get(foundId) ?? []),
    ...published.filter((candidate) => shownCategory !== undefined && candidate.category === shownCategory),
    ...(shown.length > 0 ? [] : published),
  ])
  return relatedToAnswer.length > 0 ? relatedToAnswer : questionsOf(published)
}

/** Each question once, and not what was asked. */
function differingQuestions(askedQuestion: string, candidates: readonly RelatedCandidate[]): string[] {
  const seenQuestions = new Set([normalizeQuestion(askedQuestion)])
  return candidates.flatMap(({ question }) => {
    const normalizedQuestion = normalizeQuestion(question)
    if (seenQuestions.has(normalizedQuestion)) return []
    seenQuestions.add(normalizedQuestion)
    return [question]
  })
}
