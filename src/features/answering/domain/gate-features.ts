import { blocksToPlainText, type MarkupBlock } from '../../../kernel/markup.ts'
import type { GateFeatures } from './answer-gate.ts'
import { fitsType, questionType, unmetNumbers, unmetPlatforms } from './question-type.ts'
import { type AskedWord, coverage, isMet, type Section } from './section.ts'

/** A section's place in the ranking, with the ranking's own features. */
export interface RankedSection {
  section: Section
  /** Fit of the whole section. */
  fit: number
  features: Readonly<Record<string, number>>
}

export interface GateInput {
  question: string
  words: readonly AskedWord[]
  isNegated: boolean
  /** The best section of the best topic. */
  best: RankedSection
  /** Blocks of it that would be shown. */
  blocks: readonly MarkupBlock[]
  /** All hits of the same topic, and of all others; best first. */
  sameTopic: readonly RankedSection[]
  others: readonly RankedSection[]
  query: { content: number; known: number; unknown: number; strange: number; doubtful: number; language: string }
  isFaq: boolean
  /** Log odds of the ranking that the best hit answers. */
  confidence: number
}

/** The fit of a perfect match. */
const FULL_FIT = 3
const AGREEING = ['bm25f', 'likeness', 'characters', 'coverage', 'sentence', 'phrasing'] as const
const NEGATED = /\b(not|no|never|cannot|can't|won't|doesn't|isn't|without|nicht|kein\w*|nie|ohne)\b/iu
const ASKING_HEADING = /\?\s*$|^(how|what|why|can|is|do|does|where|when|wie|was|warum|kann)\b/iu

/** Features that the decision uses. docs/guides/how-answers-are-chosen.md explains each feature. */
export function gateFeatures(input: GateInput): GateFeatures {
  const { best, others, words, query, question, section } = { ...input, section: input.best.section }
  const [other] = others
  const text = `${section.path.join(' ')} ${blocksToPlainText(input.blocks)}`
  const unmet = words.filter((word) => !isMet(word, section.terms))
  const type = questionType(question)
  const leadOf = (name: string) =>
    (best.features[name] ?? 0) - Math.max(0, ...others.map(({ features }) => features[name] ?? 0))
  const ranked = (name: string) => best.features[name] ?? 0
  const flag = (condition: boolean) => (condition ? 1 : 0)
  return {
    fit: best.fit / FULL_FIT,
    confidence: Math.max(-1, Math.min(1, input.confidence / 6)),
    lead: other ? (best.fit - other.fit) / FULL_FIT : 0.5,
    lead_share: other && best.fit > 0 ? (best.fit - other.fit) / best.fit : 1,
    lead_words: other
      ? coverage(words, section.terms) - Math.max(...others.map((one) => coverage(words, one.section.terms)))
      : 0.5,
    lead_path: other
      ? coverage(words, section.pathTerms) - Math.max(...others.map((one) => coverage(words, one.section.pathTerms)))
      : 0.5,
    lead_likeness: other ? leadOf('likeness') : 0.5,
    lead_sentence: other ? leadOf('sentence') : 0.5,
    agreement: AGREEING.filter((name) => leadOf(name) >= 0).length / AGREEING.length,
    topic_share: input.sameTopic.length / Math.max(1, input.sameTopic.length + others.length),
    coverage: ranked('coverage'),
    likeness: ranked('likeness'),
    sentence: ranked('sentence'),
    phrasing: ranked('phrasing'),
    mutual: ranked('mutual'),
    bigrams: ranked('bigrams'),
    pairs: ranked('pairs'),
    characters: ranked('characters'),
    synonyms: ranked('synonyms'),
    words_in_path: coverage(words, section.pathTerms),
    words_in_section: coverage(words, section.terms),
    heading_in_question: coverage(section.heading, new Set(words.flatMap(({ term, synonyms }) => [term, ...synonyms]))),
    strongest_unmet: Math.max(0, ...unmet.map(({ weight }) => weight)),
    unmet_words: Math.min(1, unmet.length / 4),
    unmet_numbers: Math.min(1, unmetNumbers(question, text)),
    unmet_platforms: Math.min(1, unmetPlatforms(question, text)),
    unknown: query.unknown / Math.max(1, query.content),
    strange: Math.min(1, query.strange / 2),
    doubtful: Math.min(1, query.doubtful),
    negation_differs: flag(input.isNegated && !NEGATED.test(text)),
    fits_type: flag(fitsType(type, text)),
    is_confirmation: flag(type === 'confirmation'),
    is_way: flag(type === 'way'),
    is_amount: flag(type === 'amount'),
    is_definition: flag(type === 'definition'),
    is_keywords: flag(type === 'keywords'),
    heading_asks: flag(ASKING_HEADING.test(section.path.at(-1) ?? '')),
    is_faq: flag(input.isFaq),
    other_language: flag(query.language !== section.language),
    length: Math.log1p(words.length) / 3,
  }
}
