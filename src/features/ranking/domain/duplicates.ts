import { normaliseQuestion } from '../../../kernel/text.ts'
import type { SearchHit } from './outcome.ts'

/** Keeps the first of the hits that say the same (question and body, punctuation and case aside) and names the others. */
export function collapseDuplicates(hits: SearchHit[]): SearchHit[] {
  const kept = new Map<string, SearchHit>()
  for (const hit of hits) {
    const text = `${normaliseQuestion(hit.question)}\n${normaliseQuestion(hit.body)}`
    const first = kept.get(text)
    if (first) first.same_as.push(hit.chunk_id)
    else kept.set(text, hit)
  }
  return [...kept.values()]
}
