import type { QueryAnalysis } from '../outcome.ts'
import type { AskedQuestion, AskedTerm } from '../rank/question.ts'
import { isCommonTerm } from '../text/background.ts'
import { equivalentsOf } from '../text/equivalents.ts'
import { isShortWord } from '../text/short-words.ts'
import { synonymsOf } from '../text/synonyms.ts'
import { isContentWord, type Token, tokenize, tokenOf } from '../text/tokens.ts'
import { misspeltGrammar, misspeltListed } from './grammar.ts'
import { editsAllowed, type Spelling, splits } from './spelling.ts'

/** Maximum length of a question; a longer one is cut, because its end adds cost but little information. */
const MAX_CHARACTERS = 4000
const MAX_WORDS = 120
const STOPWORD_WEIGHT = 0.5
const PART_WEIGHT = 0.8
const OTHER_TERM_WEIGHT = 0.9
const COMPLETION_WEIGHT = 0.7
const MIN_COMPOUND_LENGTH = 6

export const questionTokens = (text: string, language: string): Token[] =>
  tokenize(text.slice(0, MAX_CHARACTERS).toWellFormed(), language).slice(0, MAX_WORDS)

/** Other languages of the workspace in which a word is looked up as well. */
const MAX_OTHER_LANGUAGES = 3

/**
 * For each token, the other terms of the same word: its other spellings, and what it becomes in the other languages of
 * the workspace (entries are not always in the language they seem to be in).
 */
export function otherTerms(tokens: Token[], language: string, languages: string[]): string[][] {
  const asked = languages.slice(0, MAX_OTHER_LANGUAGES)
  return tokens.map(({ word, term, isStopWord, isPair }) => {
    if (isStopWord || isPair) return []
    const foreign = asked.map((other) => tokenOf(word, other)).filter((other) => !other.isStopWord)
    const terms = [...equivalentsOf(term, language), ...foreign.map((other) => other.term)]
    return [...new Set(terms)].filter((other) => other !== term)
  })
}

/** Bounds the look-ups of one question. */
const MAX_SYNONYMS = 48
const MAX_ENTRIES_OF_RARE_WORD = 64

/**
 * The terms that may stand for the question's words in the entries. A word that many entries have needs none: with the
 * synonyms of a common word nearly everything would be found.
 */
export function synonymTerms(tokens: Token[], language: string, frequencyOf: (term: string) => number): string[] {
  const own = new Set(tokens.map((token) => token.term))
  const found = tokens
    .filter((token) => isContentWord(token) && frequencyOf(token.term) <= MAX_ENTRIES_OF_RARE_WORD)
    .flatMap((token) => [...synonymsOf(token.term, language)])
  return [...new Set(found)].filter((term) => !own.has(term)).slice(0, MAX_SYNONYMS)
}

export interface UnknownWord {
  /** Its position in the question. */
  position: number
  word: string
  /** True when the word may be misspelled: common words of the language are not. */
  isCorrectable: boolean
  /** Words of the vocabulary it may be made of or part of. */
  compounds: string[]
  /** The stopword or question word it is a typing error of. */
  grammar: string | null
  /** The bundled word of the language that it is a typing error of. */
  listed: string | null
}

/** The content words that no entry holds, and what to look for in the vocabulary instead. */
export function unknownWords(
  tokens: Token[],
  language: string,
  alternates: string[][],
  isKnown: (term: string) => boolean,
): UnknownWord[] {
  return tokens.flatMap(({ word, term, isStopWord, isPair }, position) => {
    if (isStopWord || isPair || isKnown(term) || alternates[position]?.some(isKnown)) return []
    const next = tokens[position + 1]
    const parts = word.length >= MIN_COMPOUND_LENGTH ? splits(word).flat() : []
    const common = /\p{N}/u.test(word) || isCommonTerm(term, language)
    const compounds = next && !next.isPair ? [...parts, word + next.word] : parts
    return [
      {
        position,
        word,
        isCorrectable: editsAllowed(word) > 0 && !common && !isShortWord(word, language),
        compounds,
        grammar: common ? null : misspeltGrammar(word, language),
        listed: common ? null : misspeltListed(word, language),
      },
    ]
  })
}

/**
 * The words that an unknown word may be: vocabulary words within the edit distance, or else the parts or the whole of a
 * compound; a function word excludes the others.
 */
export interface Correction {
  spellings: Spelling[]
  parts: { word: string; term: string }[]
  grammar?: string
  /** A word that the workspace does not have either, though it may have a synonym of it. */
  listed?: string
}

/** The terms to look up for a correction. The best spelling is also looked up in its equivalents. */
export const correctionTerms = ({ spellings, parts, grammar }: Correction, language: string): string[] => [
  ...[...spellings, ...parts].map((word) => word.term),
  ...(spellings[0] ? equivalentsOf(spellings[0].term, language) : []),
  ...(grammar ? [tokenOf(grammar, language).term] : []),
]

/** @param vocabulary terms of the compounds that exist */
export function chooseCorrection(
  unknown: UnknownWord,
  spellings: Spelling[],
  vocabulary: Map<string, string>,
): Correction {
  const { grammar } = unknown
  if (grammar) return { spellings: [], parts: [], grammar }
  if (spellings.length) return { spellings, parts: [] }
  const pick = (words: string[]) => words.map((word) => ({ word, term: vocabulary.get(word)! }))
  const whole = unknown.compounds.at(-1)
  if (whole && whole.length > unknown.word.length && vocabulary.has(whole))
    return { spellings: [], parts: pick([whole]) }
  const halves = splits(unknown.word).find((parts) => parts.every((part) => vocabulary.has(part)))
  if (halves) return { spellings: [], parts: pick(halves) }
  return { spellings: [], parts: [], ...(unknown.listed && { listed: unknown.listed }) }
}

/** Replaces each misspelt word of a question. @param corrections by the word's position */
export function applyCorrections(tokens: Token[], corrections: Map<number, Correction>, language: string): Token[] {
  return tokens.map((token, position) => {
    const correction = corrections.get(position)
    const word = correction?.grammar ?? correction?.spellings[0]?.word ?? correction?.listed
    return word === undefined ? token : tokenOf(word, language)
  })
}

interface AnalysisInput {
  tokens: Token[]
  language: string
  /** Other terms of each token's word. */
  alternates: string[][]
  isKnown: (term: string) => boolean
  /** Corrections of unknown words, by their position. */
  corrections: Map<number, Correction>
  /** Terms of words that the last, unfinished word may become. */
  completions: string[]
  /** Terms that may stand for the question's. */
  synonyms: string[]
}

/** Returns the question as the ranking takes it, and what was understood of it. */
export function analyzeQuery(input: AnalysisInput): { asked: AskedQuestion; query: Omit<QueryAnalysis, 'rarity'> } {
  const { tokens, language, alternates, isKnown, corrections, completions, synonyms } = input
  const terms = new Map<string, AskedTerm>()
  const corrected = applyCorrections(tokens, corrections, language)
  const otherTermsOf = [...alternates]
  let group = 0
  let unknown = 0
  let known = 0
  tokens.forEach((token, position) => {
    const { term, isStopWord, isPair } = token
    const add = (one: string, weight: number) => {
      if (!isKnown(one)) return
      const before = terms.get(one)
      if (!before) terms.set(one, { term: one, weight, group })
      else if (before.weight < weight) before.weight = weight
    }
    group++
    const isContent = isContentWord(token)
    add(term, isStopWord ? STOPWORD_WEIGHT : 1)
    for (const other of alternates[position] ?? []) add(other, OTHER_TERM_WEIGHT)
    const unfinished = position === tokens.length - 1 && completions.length > 0
    if (unfinished) for (const completion of completions) add(completion, COMPLETION_WEIGHT)
    if (unfinished || isStopWord || isPair || isKnown(term) || alternates[position]?.some(isKnown)) {
      if (isContent) known++
      return
    }
    const correction = corrections.get(position)
    if (correction?.grammar) {
      const meant = tokenOf(correction.grammar, language)
      add(meant.term, meant.isStopWord ? STOPWORD_WEIGHT : 1)
      return
    }
    const spellings = correction?.spellings.filter((spelling) => isKnown(spelling.term)) ?? []
    const parts = correction?.parts.filter((part) => isKnown(part.term)) ?? []
    if (!spellings.length && !parts.length) unknown++
    else if (isContent) known++
    for (const spelling of spellings) add(spelling.term, spelling.weight)
    for (const part of parts) {
      group++
      add(part.term, PART_WEIGHT)
    }
    const best = spellings[0]
    if (best) {
      const others = equivalentsOf(best.term, language).filter(isKnown)
      for (const other of others) add(other, OTHER_TERM_WEIGHT * best.weight)
      otherTermsOf[position] = [...others]
    }
  })
  const ordered = [...terms.values()].sort((left, right) => left.group - right.group)
  const words = corrected.filter((token) => !token.isPair)
  return {
    asked: {
      language,
      terms: renumber(ordered),
      synonyms: synonyms.filter(isKnown),
      tokens: corrected,
      alternates: otherTermsOf,
      unknown,
    },
    query: {
      language,
      words: words.map((token) => token.word),
      contentWords: words.filter(isContentWord).length,
      knownWords: known,
      unknownWords: unknown,
    },
  }
}

/** Groups counted from 0 without gaps. */
function renumber(terms: AskedTerm[]): AskedTerm[] {
  const numbers = new Map<number, number>()
  return terms.map((term) => {
    if (!numbers.has(term.group)) numbers.set(term.group, numbers.size)
    return { ...term, group: numbers.get(term.group)! }
  })
}
