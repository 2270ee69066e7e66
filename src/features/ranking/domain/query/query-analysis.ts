import type { QueryAnalysis } from '../outcome.ts'
import type { AskedQuestion, AskedTerm } from '../rank/question.ts'
import { isCommonTerm } from '../text/background.ts'
import { equivalentsOf } from '../text/equivalents.ts'
import { isShortWord } from '../text/short-words.ts'
import { synonymsOf } from '../text/synonyms.ts'
import { isContentWord, type Token, tokenize, tokenOf } from '../text/tokens.ts'
import { misspeltGrammar, misspeltListed } from './grammar.ts'
import { editsAllowed, type Spelling, wordSplits } from './spelling.ts'

/** Maximum length of a question; a longer one is cut, because its end adds cost but little information. */
const MAX_CHARACTERS = 4000
const MAX_WORDS = 120
const STOPWORD_WEIGHT = 0.5
const PART_WEIGHT = 0.8
const OTHER_TERM_WEIGHT = 0.9
const COMPLETION_WEIGHT = 0.7
const MIN_COMPOUND_LENGTH = 6

export const questionTokens = (questionText: string, language: string): Token[] =>
  tokenize(questionText.slice(0, MAX_CHARACTERS).toWellFormed(), language).slice(0, MAX_WORDS)

/** Other languages of the workspace in which a word is looked up as well. */
const MAX_OTHER_LANGUAGES = 3

/**
 * For each token, the other terms of the same word: its other spellings, and what it becomes in the other languages of
 * the workspace (entries are not always in the language they seem to be in).
 */
export function otherTerms(tokens: Token[], language: string, languages: string[]): string[][] {
  const askedLanguages = languages.slice(0, MAX_OTHER_LANGUAGES)
  return tokens.map(({ word, term, isStopWord, isPair }) => {
    if (isStopWord || isPair) return []
    const foreignTokens = askedLanguages
      .map((otherLanguage) => tokenOf(word, otherLanguage))
      .filter((otherLanguage) => !otherLanguage.isStopWord)
    const otherWordTerms = [...equivalentsOf(term, language), ...foreignTokens.map((foreignToken) => foreignToken.term)]
    return [...new Set(otherWordTerms)].filter((otherTerm) => otherTerm !== term)
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
  const ownTerms = new Set(tokens.map((token) => token.term))
  const synonymsFound = tokens
    .filter((token) => isContentWord(token) && frequencyOf(token.term) <= MAX_ENTRIES_OF_RARE_WORD)
    .flatMap((token) => [...synonymsOf(token.term, language)])
  return [...new Set(synonymsFound)].filter((term) => !ownTerms.has(term)).slice(0, MAX_SYNONYMS)
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
  isKnownTerm: (term: string) => boolean,
): UnknownWord[] {
  return tokens.flatMap(({ word, term, isStopWord, isPair }, position) => {
    if (isStopWord || isPair || isKnownTerm(term) || alternates[position]?.some(isKnownTerm)) return []
    const nextToken = tokens[position + 1]
    const compoundParts = word.length >= MIN_COMPOUND_LENGTH ? wordSplits(word).flat() : []
    const isCommonWord = /\p{N}/u.test(word) || isCommonTerm(term, language)
    const compounds = nextToken && !nextToken.isPair ? [...compoundParts, word + nextToken.word] : compoundParts
    return [
      {
        position,
        word,
        isCorrectable: editsAllowed(word) > 0 && !isCommonWord && !isShortWord(word, language),
        compounds,
        grammar: isCommonWord ? null : misspeltGrammar(word, language),
        listed: isCommonWord ? null : misspeltListed(word, language),
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
  unknownWord: UnknownWord,
  spellings: Spelling[],
  vocabulary: Map<string, string>,
): Correction {
  const { grammar } = unknownWord
  if (grammar) return { spellings: [], parts: [], grammar }
  if (spellings.length) return { spellings, parts: [] }
  const pickWords = (pickedWords: string[]) => pickedWords.map((word) => ({ word, term: vocabulary.get(word)! }))
  const wholeWord = unknownWord.compounds.at(-1)
  if (wholeWord && wholeWord.length > unknownWord.word.length && vocabulary.has(wholeWord))
    return { spellings: [], parts: pickWords([wholeWord]) }
  const splitHalves = wordSplits(unknownWord.word).find((splitParts) =>
    splitParts.every((wordPart) => vocabulary.has(wordPart)),
  )
  if (splitHalves) return { spellings: [], parts: pickWords(splitHalves) }
  return { spellings: [], parts: [], ...(unknownWord.listed && { listed: unknownWord.listed }) }
}

/** Replaces each misspelt word of a question. @param corrections by the word's position */
export function applyCorrections(tokens: Token[], corrections: Map<number, Correction>, language: string): Token[] {
  return tokens.map((token, position) => {
    const correction = corrections.get(position)
    const correctedWord = correction?.grammar ?? correction?.spellings[0]?.word ?? correction?.listed
    return correctedWord === undefined ? token : tokenOf(correctedWord, language)
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
export function analyzeQuery(analysisInput: AnalysisInput): {
  asked: AskedQuestion
  query: Omit<QueryAnalysis, 'rarity'>
} {
  const { tokens, language, alternates, isKnown, corrections, completions, synonyms } = analysisInput
  const askedTerms = new Map<string, AskedTerm>()
  const corrected = applyCorrections(tokens, corrections, language)
  const otherTermsOf = [...alternates]
  let groupNumber = 0
  let unknownCount = 0
  let knownCount = 0
  tokens.forEach((token, position) => {
    const { term, isStopWord, isPair } = token
    const addTerm = (addedTerm: string, termWeight: number) => {
      if (!isKnown(addedTerm)) return
      const previousTerm = askedTerms.get(addedTerm)
      if (!previousTerm) askedTerms.set(addedTerm, { term: addedTerm, weight: termWeight, group: groupNumber })
      else if (previousTerm.weight < termWeight) previousTerm.weight = termWeight
    }
    groupNumber++
    const isContent = isContentWord(token)
    addTerm(term, isStopWord ? STOPWORD_WEIGHT : 1)
    for (const alternateTerm of alternates[position] ?? []) addTerm(alternateTerm, OTHER_TERM_WEIGHT)
    const unfinished = position === tokens.length - 1 && completions.length > 0
    if (unfinished) for (const completion of completions) addTerm(completion, COMPLETION_WEIGHT)
    if (unfinished || isStopWord || isPair || isKnown(term) || alternates[position]?.some(isKnown)) {
      if (isContent) knownCount++
      return
    }
    const correction = corrections.get(position)
    if (correction?.grammar) {
      const meantToken = tokenOf(correction.grammar, language)
      addTerm(meantToken.term, meantToken.isStopWord ? STOPWORD_WEIGHT : 1)
      return
    }
    const spellings = correction?.spellings.filter((spelling) => isKnown(spelling.term)) ?? []
    const knownParts = correction?.parts.filter((wordPart) => isKnown(wordPart.term)) ?? []
    if (!spellings.length && !knownParts.length) unknownCount++
    else if (isContent) knownCount++
    for (const spelling of spellings) addTerm(spelling.term, spelling.weight)
    for (const wordPart of knownParts) {
      groupNumber++
      addTerm(wordPart.term, PART_WEIGHT)
    }
    const bestSpelling = spellings[0]
    if (bestSpelling) {
      const otherSpellings = equivalentsOf(bestSpelling.term, language).filter(isKnown)
      for (const otherSpelling of otherSpellings) addTerm(otherSpelling, OTHER_TERM_WEIGHT * bestSpelling.weight)
      otherTermsOf[position] = [...otherSpellings]
    }
  })
  const orderedTerms = [...askedTerms.values()].sort((leftTerm, rightTerm) => leftTerm.group - rightTerm.group)
  const correctedWords = corrected.filter((token) => !token.isPair)
  return {
    asked: {
      language,
      terms: renumber(orderedTerms),
      synonyms: synonyms.filter(isKnown),
      tokens: corrected,
      alternates: otherTermsOf,
      unknown: unknownCount,
    },
    query: {
      language,
      words: correctedWords.map((token) => token.word),
      contentWords: correctedWords.filter(isContentWord).length,
      knownWords: knownCount,
      unknownWords: unknownCount,
    },
  }
}

/** Groups counted from 0 without gaps. */
function renumber(groupedTerms: AskedTerm[]): AskedTerm[] {
  const groupNumbers = new Map<number, number>()
  return groupedTerms.map((term) => {
    if (!groupNumbers.has(term.group)) groupNumbers.set(term.group, groupNumbers.size)
    return { ...term, group: groupNumbers.get(term.group)! }
  })
}
