import type { QueryAnalysis, SearchOutcome } from '../outcome.ts'
import {
  analyzeQuery,
  applyCorrections,
  type Correction,
  chooseCorrection,
  correctionTerms,
  otherTerms,
  questionTokens,
  synonymTerms,
  type UnknownWord,
  unknownWords,
} from '../query/query-analysis.ts'
import { chooseSpellings } from '../query/spelling.ts'
import { MAX_SMALL_WORKSPACE } from '../rank/candidates.ts'
import { collapseDuplicates } from '../rank/duplicates.ts'
import type { AskedQuestion, Collection } from '../rank/question.ts'
import { rankEntries } from '../rank/rank.ts'
import { Rarity } from '../rank/rarity.ts'
import { addSemanticFeature, semanticBonus, type WeightedSimilarities } from '../rank/semantic-feature.ts'
import { detectLanguage } from '../text/languages.ts'
import type { Token } from '../text/tokens.ts'
import type { MemoryIndex } from './memory-index.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface Question {
  text: string
  /** The visitor's language, if known; used where the workspace has entries in it. */
  language?: string
  /** The last word may be unfinished (instant search). */
  isPrefix?: boolean
}

/** Entries that are worth ranking for an analyzed question. */
export interface Candidates {
  query: QueryAnalysis
  asked: AskedQuestion
  index: MemoryIndex
  /** The entries' slots in the index. */
  slots: number[]
  collection: Collection
}

/** More unknown words mean that a text is not in the vocabulary's language. */
const MAX_CORRECTED_WORDS = 16
const MAX_COMPLETIONS = 12

/** Analyzes a question with the words of the workspace, and selects entries by them. */
export function findCandidates(memoryIndex: MemoryIndex, question: Question): Candidates {
  const { documentFrequency, vocabulary, languages } = memoryIndex
  const language = languageOf(question, languages)
  const questionWords = questionTokens(question.text, language)
  const alternates = otherTerms(questionWords, language, languages)
  const frequencies = new Map<string, number>()
  const lookUpTerms = (lookedUpTerms: Iterable<string>) => {
    for (const term of lookedUpTerms)
      if (!frequencies.has(term)) frequencies.set(term, documentFrequency.get(term) ?? 0)
  }
  lookUpTerms(questionWords.map((token) => token.term))
  lookUpTerms(alternates.flat())
  lookUpTerms(synonymTerms(questionWords, language, () => 0))
  const isKnownTerm = (term: string) => (frequencies.get(term) ?? 0) > 0
  const completions = question.isPrefix ? completionsOf(vocabulary, question.text, questionWords) : []
  const unfinished = completions.length ? questionWords.length - 1 : -1
  const unknownTokens = unknownWords(questionWords, language, alternates, isKnownTerm).filter(
    (word) => word.position !== unfinished,
  )
  const corrections = correctionsOf(vocabulary, memoryIndex.size ? unknownTokens : [])
  lookUpTerms(completions)
  lookUpTerms([...corrections.values()].flatMap((correction) => correctionTerms(correction, language)))
  const synonyms = synonymTerms(
    applyCorrections(questionWords, corrections, language),
    language,
    (term) => frequencies.get(term) ?? 0,
  )
  lookUpTerms(synonyms)
  const { asked, query } = analyzeQuery({
    tokens: questionWords,
    language,
    alternates,
    isKnown: isKnownTerm,
    corrections,
    completions,
    synonyms,
  })
  const isSmallWorkspace = memoryIndex.size <= MAX_SMALL_WORKSPACE
  const collection = {
    entries: memoryIndex.size,
    averages: memoryIndex.averages,
    // The weights were fitted with the frequencies of the question's own terms where a workspace is not small.
    documentFrequency: isSmallWorkspace ? documentFrequency : frequencies,
    complete: isSmallWorkspace,
  }
  const termRarity = new Rarity(collection, language)
  const rarityOf = ({ term }: Token) => [term, Math.min(1, termRarity.of(term) / termRarity.unseen)] as const
  return {
    query: { ...query, rarity: new Map(asked.tokens.map(rarityOf)) },
    asked,
    index: memoryIndex,
    slots: memoryIndex.candidates(asked),
    collection,
  }
}

/**
 * Ranks candidates, the best first.
 * @param semantic similarities of the question's vector, for candidates that include those found by it
 */
export function rankCandidates(
  candidates: Candidates,
  hitLimit: number,
  semantic?: WeightedSimilarities,
): SearchOutcome {
  const { query, asked, index, slots, collection } = candidates
  if (!semantic && !asked.terms.length && !asked.synonyms.length) return { hits: [], margin: 0, query }
  const { entries } = index
  const chunkIdOf = (slot: number) => entries.chunkId(slot)
  const bonusOf = semantic && ((slot: number) => semanticBonus(semantic, chunkIdOf(slot)))
  const scoredEntries = rankEntries(asked, entries, slots, collection, bonusOf ? { bonusOf } : {})
  const rankedEntries = semantic
    ? addSemanticFeature(scoredEntries, semantic, chunkIdOf)
    : scoredEntries.filter(({ score }) => score > 0)
  const distinct = collapseDuplicates(rankedEntries, entries)
  const limitedHits = distinct
    .slice(0, Math.max(0, hitLimit))
    .map(({ slot, ...found }) => ({ ...entries.entry(slot), ...found }))
  return { hits: limitedHits, margin: marginOf(distinct), query }
}

/** Margin of the words alone, since the confidence was fitted without vectors. */
function marginOf([first, second]: { words: number }[]): number {
  const bestWords = first?.words ?? 0
  return bestWords > 0 ? Math.max(0, (bestWords - (second?.words ?? 0)) / bestWords) : 0
}

function languageOf({ language, text }: Question, spokenLanguages: string[]): string {
  return language && spokenLanguages.includes(language)
    ? language
    : detectLanguage(text, spokenLanguages.length ? spokenLanguages : undefined)
}

/** Corrections of unknown words, by the word's position in the question. */
function correctionsOf(vocabulary: Vocabulary, unknownTokens: UnknownWord[]): Map<number, Correction> {
  return new Map(
    unknownTokens.slice(0, MAX_CORRECTED_WORDS).map((word) => {
      const compounds = word.compounds.flatMap((compoundPart) => {
        const term = vocabulary.termOf(compoundPart)
        return term === undefined ? [] : [[compoundPart, term] as const]
      })
      const spellings = word.isCorrectable ? chooseSpellings(word.word, vocabulary.near(word.word)) : []
      return [word.position, chooseCorrection(word, spellings, new Map(compounds))]
    }),
  )
}

/** Returns no completions once the last word is finished, followed by a space or a punctuation mark. */
function completionsOf(vocabulary: Vocabulary, questionText: string, questionWords: Token[]): string[] {
  const lastToken = questionWords.at(-1)
  if (!lastToken || lastToken.isPair || !/[\p{L}\p{M}\p{N}]$/u.test(questionText)) return []
  return vocabulary.beginningWith(lastToken.word, MAX_COMPLETIONS)
}
