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
 * of the answer's category. Without an answer there are none, since any would be a guess. Generic sentences are used
 * only when there are no FAQs.
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
  if (published.length === 0) return genericQuestions(workspaceName).slice(0, max)
  if (!isAnswered) return []
  const byId = new Map(published.map((faq) => [faq.id, faq]))
  const category = shown[0] ? byId.get(shown[0])?.category : undefined
  const ordered = [
    ...found.flatMap((id) => byId.get(id) ?? []),
    ...published.filter((faq) => category !== undefined && faq.category === category),
    ...(shown.length > 0 ? [] : published),
  ]
  return different(
    asked,
    ordered.filter((faq) => !shown.includes(faq.id)),
  ).slice(0, max)
}

/** Each question once, and not what was asked. */
function different(asked: string, faqs: readonly RelatedCandidate[]): string[] {
  const seen = new Set([normalizeQuestion(asked)])
  return faqs.flatMap(({ question }) => {
    const key = normalizeQuestion(question)
    if (seen.has(key)) return []
    seen.add(key)
    return [question]
  })
}
