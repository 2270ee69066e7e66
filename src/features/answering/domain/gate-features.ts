import type { GateFeatures } from './answer-gate.ts'
import { bestSentence, coverage, type Section, type WeightedWord } from './section.ts'

/** A section's place in the ranking, with the ranking's own features. */
export interface RankedSection {
  section: Section
  /** Fit of the whole section. */
  fit: number
  features: Readonly<Record<string, number>>
}

export interface GateInput {
  words: readonly WeightedWord[]
  /** The best section of the best topic. */
  best: RankedSection
  /** All hits of the same topic, and of all others; best first. */
  sameTopic: readonly RankedSection[]
  others: readonly RankedSection[]
  /** No other topic was found, not even one that its owner ranks lower. */
  isOnlyTopic: boolean
  /** The question asks whether something is so. */
  isConfirmation: boolean
  /** Log odds of the ranking that the best hit answers. */
  confidence: number
}

/** The fit of a perfect match. */
const FULL_SECTION_FIT = 3
/** A section of another topic with this share of the best one's fit is a rival. */
const RIVAL_SHARE = 0.8
/** Below this share of the question's words, by weight, a section may be about something else. */
const FEW_WORDS = 0.45
/**
 * Lead where there is nothing to lead. Without meanings, a section is alone when no other has a word of the question,
 * which proves much. With them it is alone only in a workspace of a few entries, which proves little.
 */
const LEAD_ALONE = { byWords: 0.5, byMeaning: 0.1 }
const AGREEING_FEATURES = ['bm25f', 'similarity', 'characters', 'coverage', 'sentence', 'phrasing'] as const
const ASKING_HEADING = /\?\s*$|^(how|what|why|can|is|do|does|where|when|wie|was|warum|kann)\b/iu

/** Features that the decision uses. docs/guides/how-answers-are-chosen.md explains each feature. */
export function gateFeatures({ best, sameTopic, others, isOnlyTopic, words, ...asked }: GateInput): GateFeatures {
  const { section } = best
  const leadAlone = isOnlyTopic && best.features.semantic !== undefined ? LEAD_ALONE.byMeaning : LEAD_ALONE.byWords
  const featureOf = (featureName: string, rankedSection: RankedSection = best) =>
    rankedSection.features[featureName] ?? 0
  const leadOver = (rivals: readonly RankedSection[], scoreOf: (one: RankedSection) => number) =>
    rivals.length > 0 ? scoreOf(best) - Math.max(...rivals.map(scoreOf)) : leadAlone
  const leadInFeature = (featureName: string) =>
    leadOver(others, (rankedSection) => featureOf(featureName, rankedSection))
  const fitOf = ({ fit }: RankedSection) => fit / FULL_SECTION_FIT
  const alternatives = [...sameTopic, ...others].filter((rankedSection) => rankedSection !== best)
  const sentenceOf = (rankedSection: RankedSection) => bestSentence(words, rankedSection.section)
  const askedTerms = new Set(words.flatMap(({ term, synonyms }) => [term, ...synonyms]))
  return {
    ...meaningFeatures(best, others),
    fit: fitOf(best),
    confidence: Math.max(-1, Math.min(1, asked.confidence / 6)),
    lead: leadOver(others, fitOf),
    lead_in_topic: leadOver(alternatives, fitOf),
    lead_similarity: leadInFeature('similarity'),
    lead_sentence: leadInFeature('sentence'),
    lead_words: leadOver(others, sentenceOf),
    rivals: others.filter(({ fit }) => fit > RIVAL_SHARE * best.fit).length / 5,
    agreement:
      AGREEING_FEATURES.filter((featureName) => leadInFeature(featureName) >= 0).length / AGREEING_FEATURES.length,
    bm25f: featureOf('bm25f'),
    similarity: featureOf('similarity'),
    phrasing: featureOf('phrasing'),
    characters: featureOf('characters'),
    few_words: coverage(words, section.terms) < FEW_WORDS ? 1 : 0,
    words_in_path: coverage(words, section.pathTerms),
    words_in_sentence: sentenceOf(best),
    heading_in_question: coverage(section.heading, askedTerms),
    heading_asks: ASKING_HEADING.test(section.path.at(-1) ?? '') ? 1 : 0,
    is_confirmation: asked.isConfirmation ? 1 : 0,
    weight: words.reduce((totalWeight, { weight }) => totalWeight + weight, 0) / 5,
  }
}

/** Nearness of the section in meaning; empty where the search compared no meanings, so that the words decide. */
function meaningFeatures(bestSection: RankedSection, otherSections: readonly RankedSection[]): GateFeatures {
  const { semantic, beyond_everyday } = bestSection.features
  if (semantic === undefined) return {}
  const nearerSections = otherSections.filter(({ features }) => (features.semantic ?? 0) > semantic)
  return {
    semantic,
    semantic_rank: 1 / (1 + nearerSections.length),
    ...(beyond_everyday !== undefined && { beyond_everyday }),
  }
}
