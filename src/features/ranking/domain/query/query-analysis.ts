import type { AnalysedQuery } from '../outcome.ts'
import type { AskedQuestion, AskedTerm } from '../rank/question.ts'
import { isCommonTerm, isEverydayTerm } from '../text/background.ts'
import { equivalentsOf } from '../text/equivalents.ts'
import { isShortWord } from '../text/short-words.ts'
import { synonymsOf } from '../text/synonyms.ts'
import { isContentWord, type Token, tokenize, tokenOf } from '../text/tokens.ts'
import { misspeltGrammar, misspeltListed } from './grammar.ts'
import { editsAllowed, isDoubtful, type Repair, splits } from './repair.ts'

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
  return tokens.map(({ word, term, stop, pair }) => {
    if (stop || pair) return []
    const foreign = asked.map((other) => tokenOf(word, other)).filter((other) => !other.stop)
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
  /** Its place in the question. */
  at: number
  word: string
  /** True when the word may be misspelled: common words of the language are not. */
  repairable: boolean
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
  return tokens.flatMap(({ word, term, stop, pair }, position) => {
    if (stop || pair || isKnown(term) || alternates[position]?.some(isKnown)) return []
    const next = tokens[position + 1]
    const parts = word.length >= MIN_COMPOUND_LENGTH ? splits(word).flat() : []
    const common = /\p{N}/u.test(word) || isCommonTerm(term, language)
    const compounds = next && !next.pair ? [...parts, word + next.word] : parts
    return [
      {
        at: position,
        word,
        repairable: editsAllowed(word) > 0 && !common && !isShortWord(word, language),
        compounds,
        grammar: common ? null : misspeltGrammar(word, language),
        listed: common ? null : misspeltListed(word, language),
      },
    ]
  })
}

/**
 * Readings of an unknown word: vocabulary words within the edit distance, or else the parts or the whole of a compound;
 * a function word excludes the others.
 */
export interface Correction {
  repairs: Repair[]
  parts: { word: string; term: string }[]
  grammar?: string
  /** A word that the workspace does not have either, though it may have a synonym of it. */
  listed?: string
}

/** The terms to look up for a reading: a repaired word is looked for in its other spellings, too. */
export const correctionTerms = ({ repairs, parts, grammar }: Correction, language: string): string[] => [
  ...[...repairs, ...parts].map((word) => word.term),
  ...(repairs[0] ? equivalentsOf(repairs[0].term, language) : []),
  ...(grammar ? [tokenOf(grammar, language).term] : []),
]

/** Chooses the reading of an unknown word; `vocabulary` maps the compounds that exist to their terms. */
export function chooseCorrection(unknown: UnknownWord, repairs: Repair[], vocabulary: Map<string, string>): Correction {
  const { grammar } = unknown
  if (grammar) return { repairs: [], parts: [], grammar }
  if (repairs.length) return { repairs, parts: [] }
  const pick = (words: string[]) => words.map((word) => ({ word, term: vocabulary.get(word)! }))
  const whole = unknown.compounds.at(-1)
  if (whole && whole.length > unknown.word.length && vocabulary.has(whole)) return { repairs: [], parts: pick([whole]) }
  const halves = splits(unknown.word).find((parts) => parts.every((part) => vocabulary.has(part)))
  if (halves) return { repairs: [], parts: pick(halves) }
  return { repairs: [], parts: [], ...(unknown.listed && { listed: unknown.listed }) }
}

/** The question's words, each misspelt one as the word that it is read as. */
export function applyCorrections(tokens: Token[], readings: Map<number, Correction>, language: string): Token[] {
  return tokens.map((token, position) => {
    const reading = readings.get(position)
    const word = reading?.grammar ?? reading?.repairs[0]?.word ?? reading?.listed
    return word === undefined ? token : tokenOf(word, language)
  })
}

export interface AnalyzedQuestion {
  asked: AskedQuestion
  query: Omit<AnalysedQuery, 'rarity'>
}

export interface QueryAnalysisInput {
  tokens: Token[]
  language: string
  /** Other terms of each token's word. */
  alternates: string[][]
  isKnown: (term: string) => boolean
  /** For unknown words, by their place. */
  readings: Map<number, Correction>
  /** Terms of words that the last, unfinished word may become. */
  completions: string[]
  /** Terms that may stand for the question's. */
  synonyms: string[]
}

/** The question as the ranking takes it. */
export function analyzeQuery(given: QueryAnalysisInput): AnalyzedQuestion {
  const { tokens, language, alternates, isKnown, readings, completions, synonyms } = given
  const terms = new Map<string, AskedTerm>()
  const read = applyCorrections(tokens, readings, language)
  const otherTermsOf = [...alternates]
  let group = 0
  let unknown = 0
  let strange = 0
  let doubtful = 0
  let known = 0
  tokens.forEach((token, position) => {
    const { word, term, stop, pair } = token
    const add = (one: string, weight: number) => {
      if (!isKnown(one)) return
      const before = terms.get(one)
      if (!before) terms.set(one, { term: one, weight, group, at: position })
      else if (before.weight < weight) before.weight = weight
    }
    group++
    const carries = isContentWord(token)
    add(term, stop ? STOPWORD_WEIGHT : 1)
    for (const other of alternates[position] ?? []) add(other, OTHER_TERM_WEIGHT)
    const unfinished = position === tokens.length - 1 && completions.length > 0
    if (unfinished) for (const completion of completions) add(completion, COMPLETION_WEIGHT)
    if (unfinished || stop || pair || isKnown(term) || alternates[position]?.some(isKnown)) {
      if (carries) known++
      return
    }
    const grammar = readings.get(position)?.grammar
    if (grammar) {
      const meant = tokenOf(grammar, language)
      add(meant.term, meant.stop ? STOPWORD_WEIGHT : 1)
      return
    }
    const repairs = readings.get(position)?.repairs.filter((repair) => isKnown(repair.term)) ?? []
    const parts = readings.get(position)?.parts.filter((part) => isKnown(part.term)) ?? []
    if (!repairs.length && !parts.length) {
      unknown++
      if (!isEverydayTerm(term, language)) strange++
    } else if (carries) known++
    if (repairs.length && isDoubtful(word)) doubtful++
    for (const repair of repairs) add(repair.term, repair.weight)
    for (const part of parts) {
      group++
      add(part.term, PART_WEIGHT)
    }
    const best = repairs[0]
    if (best) {
      const others = equivalentsOf(best.term, language).filter(isKnown)
      for (const other of others) add(other, OTHER_TERM_WEIGHT * best.weight)
      otherTermsOf[position] = [...others]
    }
  })
  const ordered = [...terms.values()].sort((left, right) => left.group - right.group)
  const words = read.filter((token) => !token.pair)
  return {
    asked: {
      language,
      terms: renumber(ordered),
      synonyms: synonyms.filter(isKnown),
      tokens: read,
      alternates: otherTermsOf,
      unknown,
    },
    query: {
      language,
      words: words.map((token) => token.word),
      content: words.filter(isContentWord).length,
      known,
      unknown,
      strange,
      doubtful,
      repaired: tokens.flatMap(({ word }, position) =>
        read[position] === tokens[position] ? [] : [{ from: word, to: read[position]!.word }],
      ),
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
