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
 * Returns up to `max` published questions, best first: further search results, then FAQs of the answer's category, then
 * the first ones of the page. Questions that were only suggested are repeated when there are no others. Generic
 * sentences are used only when there are no FAQs.
 */
export function relatedQuestions(o: {
  asked: string
  /** The FAQs that the answer rests on, or those that are suggested, the best first. */
  shown: readonly string[]
  isAnswered: boolean
  found: readonly string[]
  published: readonly RelatedCandidate[]
  workspaceName: string
  max: number
}): string[] {
  if (o.published.length === 0) return genericQuestions(o.workspaceName).slice(0, o.max)
  const byId = new Map(o.published.map((faq) => [faq.id, faq]))
  const category = o.shown[0] ? byId.get(o.shown[0])?.category : undefined
  const ordered = [
    ...o.found.flatMap((id) => byId.get(id) ?? []),
    ...o.published.filter((faq) => category !== undefined && faq.category === category),
    ...(o.isAnswered && o.shown.length ? [] : o.published),
  ]
  const others = different(
    o.asked,
    ordered.filter((faq) => !o.shown.includes(faq.id)),
  )
  const offered = others.length || o.isAnswered ? others : different(o.asked, ordered)
  return offered.slice(0, o.max)
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
