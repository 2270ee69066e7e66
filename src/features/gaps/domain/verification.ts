import type { AnswerSource, Outcome } from '../../questions/contract.ts'
import type { Blocker } from '../contract.ts'

/** The answer a visitor would have received. */
export interface RepeatedAnswer {
  outcome: Outcome
  /** Sources of the answer. */
  sources: readonly AnswerSource[]
  /** Retrieved entries, best first. */
  found: readonly AnswerSource[]
  /** A model writes for visitors, but was not asked this time: whether it would answer is not known. */
  modelSkipped?: boolean
}

/** Identifies a source among those of answers. */
export const sourceKey = ({ kind, id }: Pick<AnswerSource, 'kind' | 'id'>): string => `${kind}:${id}`

const isFaq = (source: AnswerSource, faqId: string): boolean => source.kind === 'faq' && source.id === faqId

const citedSource = (source: AnswerSource | undefined): Blocker['by'] =>
  source ? { kind: source.kind, id: source.id, title: source.title, url: source.url } : null

/**
 * Returns why a question of a gap without a FAQ is still unanswered; null when any source answers it.
 * @param disputedKeys keys of sources whose answer the question's visitors marked as not helpful
 */
export function blockerWithoutFaq(
  { outcome, sources, found }: RepeatedAnswer,
  disputedKeys: ReadonlySet<string>,
): Blocker | null {
  const [source] = sources
  if (outcome === 'answered')
    return source && disputedKeys.has(sourceKey(source)) ? { kind: 'disputed', by: citedSource(source) } : null
  if (outcome === 'unavailable') return { kind: 'unavailable', by: null }
  return { kind: outcome === 'suggested' ? 'unsure' : 'not_found', by: citedSource(sources[0] ?? found[0]) }
}

/** The source that leads most of these answers, the first of them among equals; null without any. */
export function mostFrequentSource(leadingSources: readonly AnswerSource[]): Blocker['by'] {
  const groupedSources = [
    ...Map.groupBy(leadingSources, ({ kind, id, source_id }) => `${kind}:${source_id ?? id}`).values(),
  ]
  const [largest] = groupedSources.toSorted((left, right) => right.length - left.length)
  return citedSource(largest?.[0])
}

/**
 * Returns why a question does not get the FAQ as its answer; null when it does. An answer from the FAQ and other
 * sources counts. When no model was called, the FAQ must be the first retrieved entry.
 */
export function blockerOf({ outcome, sources, found, modelSkipped }: RepeatedAnswer, faqId: string): Blocker | null {
  const isFaqCited = sources.some((source) => isFaq(source, faqId))
  if (outcome === 'answered') return isFaqCited ? null : { kind: 'outranked', by: citedSource(sources[0]) }
  if (outcome === 'unavailable') return { kind: 'unavailable', by: null }
  const faqRank = found.findIndex((source) => isFaq(source, faqId))
  if (modelSkipped && outcome === 'suggested' && faqRank === 0) return null
  const sourceAhead = faqRank === 0 ? null : citedSource(found[0])
  return { kind: isFaqCited || (outcome === 'suggested' && faqRank >= 0) ? 'unsure' : 'not_found', by: sourceAhead }
}
