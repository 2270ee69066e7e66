import { normaliseQuestion } from '../../../kernel/text.ts'

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
 * Up to `max` real published questions, closest first: what the search found besides the answer, then FAQs of the
 * answer's category, then the first ones on the page. The generic sentences only where there are no FAQs at all.
 */
export function relatedQuestions(o: {
  asked: string
  answeredBy: string | null
  found: readonly string[]
  published: readonly RelatedCandidate[]
  workspaceName: string
  max: number
}): string[] {
  if (o.published.length === 0) return genericQuestions(o.workspaceName).slice(0, o.max)
  const byId = new Map(o.published.map((faq) => [faq.id, faq]))
  const category = o.answeredBy ? byId.get(o.answeredBy)?.category : undefined
  const ordered = [
    ...o.found.flatMap((id) => byId.get(id) ?? []),
    ...o.published.filter((faq) => category !== undefined && faq.category === category),
    ...(o.answeredBy ? [] : o.published),
  ]
  const out: string[] = []
  const seen = new Set([normaliseQuestion(o.asked)])
  for (const faq of ordered) {
    const key = normaliseQuestion(faq.question)
    if (faq.id === o.answeredBy || seen.has(key)) continue
    seen.add(key)
    out.push(faq.question)
    if (out.length === o.max) break
  }
  return out
}
