import type { MarkupBlock } from '../../../kernel/markup.ts'

/** A part of the content that can answer by itself: a FAQ's answer, or all blocks below one heading of a source. */
export interface Section {
  /** Headings above it, outermost first; a FAQ has its question. */
  path: readonly string[]
  /** Sections with the same key are about one topic: the same FAQ, page, or chapter of a long page. */
  topic: string
  blocks: readonly MarkupBlock[]
  language: string
  /** Index terms of everything in it, and of its path alone. */
  terms: ReadonlySet<string>
  pathTerms: ReadonlySet<string>
  /** Index terms of each of its sentences. */
  sentences: readonly ReadonlySet<string>[]
  /** Weighted terms of its own heading. */
  heading: readonly WeightedWord[]
}

/** A word that carries meaning, with its weight in 0…1 by its rarity in the workspace and the language. */
export interface WeightedWord {
  /** As it was written. */
  word: string
  term: string
  weight: number
  /** Terms that mean the same. */
  synonyms: readonly string[]
}

/** Share of the smaller section's terms in the other from which both say the same; less may differ in what matters. */
const SAME_TERMS = 0.9
const MIN_TERMS = 8

/** True when a section says nothing that the other does not: a FAQ, and the page that it came from. */
export function saysTheSame(leftSection: Section, rightSection: Section): boolean {
  const [fewerTerms, moreTerms] =
    leftSection.terms.size <= rightSection.terms.size
      ? [leftSection.terms, rightSection.terms]
      : [rightSection.terms, leftSection.terms]
  if (fewerTerms.size < MIN_TERMS) return false
  let sharedCount = 0
  for (const term of fewerTerms) if (moreTerms.has(term)) sharedCount += 1
  return sharedCount / fewerTerms.size > SAME_TERMS
}

/** True when two sections are about one topic: an answer from either is no alternative to one from the other. */
export const isSameTopic = (leftSection: Section, rightSection: Section): boolean =>
  leftSection.topic === rightSection.topic || saysTheSame(leftSection, rightSection)

/** Pages of at most this many passages are one topic; longer ones are divided by their second heading. */
const SHORT_PAGE = 15

export const topicOf = (sourceId: string, headingPath: readonly string[], passageCount: number): string =>
  passageCount <= SHORT_PAGE ? sourceId : `${sourceId} ${headingPath.slice(0, 2).join(' ')}`

const SYNONYM_SHARE = 0.8
const RELATED_SHARE = 0.8
/** Words with a shorter common beginning or end are not taken for parts of each other. */
const MIN_COMMON = 4
const MIN_RELATED = 0.55

/** Resemblance of two words, 0 to 1: forms of one word, or one as the beginning or end of the other. */
function resemblance(leftTerm: string, rightTerm: string): number {
  const longestLength = Math.max(leftTerm.length, rightTerm.length)
  let sharedStart = 0
  while (sharedStart < Math.min(leftTerm.length, rightTerm.length) && leftTerm[sharedStart] === rightTerm[sharedStart])
    sharedStart += 1
  const isEnd = leftTerm.endsWith(rightTerm) || rightTerm.endsWith(leftTerm)
  const sharedLength = Math.max(sharedStart, isEnd ? Math.min(leftTerm.length, rightTerm.length) : 0)
  const sharedShare = sharedLength / longestLength
  return sharedLength >= MIN_COMMON && sharedShare >= MIN_RELATED ? sharedShare : 0
}

/** Shares that are kept of each set of terms, which may live as long as the content and meet any word. */
const MAX_KNOWN_SHARES = 50
const sharesByTerms = new WeakMap<ReadonlySet<string>, Map<string, number>>()

/** Share of a word that the terms meet, 0 to 1: by the word itself, a synonym, or a word that contains it. */
export function metShare({ term, synonyms }: WeightedWord, sectionTerms: ReadonlySet<string>): number {
  if (sectionTerms.has(term)) return 1
  if (synonyms.some((wordSynonym) => sectionTerms.has(wordSynonym))) return SYNONYM_SHARE
  let knownShares = sharesByTerms.get(sectionTerms)
  if (!knownShares) {
    knownShares = new Map()
    sharesByTerms.set(sectionTerms, knownShares)
  }
  const knownShare = knownShares.get(term)
  if (knownShare !== undefined) return knownShare
  let bestResemblance = 0
  for (const sectionTerm of sectionTerms) bestResemblance = Math.max(bestResemblance, resemblance(term, sectionTerm))
  if (knownShares.size >= MAX_KNOWN_SHARES) knownShares.clear()
  knownShares.set(term, bestResemblance * RELATED_SHARE)
  return bestResemblance * RELATED_SHARE
}

/** Share of the words' weight that the terms meet; 1 without words. */
export function coverage(words: readonly WeightedWord[], sectionTerms: ReadonlySet<string>): number {
  const totalWeight = words.reduce((weightSum, { weight }) => weightSum + weight, 0)
  const metWeight = words.reduce(
    (weightSum, weightedWord) => weightSum + metShare(weightedWord, sectionTerms) * weightedWord.weight,
    0,
  )
  return totalWeight > 0 ? metWeight / totalWeight : 1
}

/** From this share on, a word is met. */
const MET_FROM = 0.5
export const isMet = (weightedWord: WeightedWord, sectionTerms: ReadonlySet<string>): boolean =>
  metShare(weightedWord, sectionTerms) >= MET_FROM

/** A missing word with this share of the heaviest one's weight may be what was asked about. */
const OBJECT_SHARE = 0.8
/** Below this share of the words' weight, the rest of the question does not make up for it. */
const OBJECT_COVERAGE = 0.55
/** A section of fewer terms says too little for the lack of a word to mean anything. */
const MIN_OBJECT_TERMS = 20

/**
 * True when a section may lack what a question asks about: about half of its words are missing, and among them one that
 * is about as rare as the rarest. "Does it have a built-in dictionary?" is not answered by a section about dictionaries.
 */
export function mayLackObject(words: readonly WeightedWord[], sectionTerms: ReadonlySet<string>): boolean {
  if (sectionTerms.size < MIN_OBJECT_TERMS) return false
  const heaviestWeight = Math.max(0, ...words.map(({ weight }) => weight))
  const missingWeights = words.filter((weightedWord) => !isMet(weightedWord, sectionTerms)).map(({ weight }) => weight)
  return (
    Math.max(0, ...missingWeights) >= OBJECT_SHARE * heaviestWeight && coverage(words, sectionTerms) < OBJECT_COVERAGE
  )
}

/** Share of the words' weight that the best sentence of a section meets. */
export const bestSentence = (words: readonly WeightedWord[], { sentences }: Section): number =>
  Math.max(0, ...sentences.map((sentenceTerms) => coverage(words, sentenceTerms)))

/** Weights beside half the ranking's score; found on the development contents by `npm run eval -- answers`. */
const FIT_WEIGHTS = { score: 0.5, words: 0.5, heading: 0.4, sentence: 0.2, type: 0.1 }

/** Fit of a section to the question: the ranking's score of its passage, and what the section as a whole holds. */
export const sectionFit = (
  score: number,
  section: Section,
  words: readonly WeightedWord[],
  hasTypeSigns: boolean,
): number =>
  FIT_WEIGHTS.score * score +
  FIT_WEIGHTS.words * coverage(words, section.terms) +
  FIT_WEIGHTS.heading * coverage(words, new Set(section.heading.map(({ term }) => term))) +
  FIT_WEIGHTS.sentence * bestSentence(words, section) +
  FIT_WEIGHTS.type * (hasTypeSigns ? 1 : 0)
