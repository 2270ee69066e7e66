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
export function relatedQuestions(options: {
  asked: string
  /** The FAQs that the answer rests on, or those that are suggested, the best first. */
  shown: readonly string[]
  isAnswered: boolean
  found: readonly string[]
  published: readonly RelatedCandidate[]
  workspaceName: string
  max: number
}): string[] {
  if (options.published.length === 0) return genericQuestions(options.workspaceName).slice(0, options.max)
  const byId = new Map(options.published.map((faq) => [faq.id, faq]))
  const category = options.shown[0] ? byId.get(options.shown[0])?.category : undefined
  const ordered = [
    ...options.found.flatMap((id) => byId.get(id) ?? []),
    ...options.published.filter((faq) => category !== undefined && faq.category === category),
    ...(options.isAnswered && options.shown.length ? [] : options.published),
  ]
  const others = different(
    options.asked,
    ordered.filter((faq) => !options.shown.includes(faq.id)),
  )
  const offered = others.length || options.isAnswered ? others : different(options.asked, ordered)
  return offered.slice(0, options.max)
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
