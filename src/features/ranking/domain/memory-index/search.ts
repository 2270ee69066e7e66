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
import { rank } from '../rank/rank.ts'
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
export function findCandidates(index: MemoryIndex, question: Question): Candidates {
  const { documentFrequency, vocabulary, languages } = index
  const language = languageOf(question, languages)
  const tokens = questionTokens(question.text, language)
  const alternates = otherTerms(tokens, language, languages)
  const frequencies = new Map<string, number>()
  const lookUp = (terms: Iterable<string>) => {
    for (const term of terms) if (!frequencies.has(term)) frequencies.set(term, documentFrequency.get(term) ?? 0)
  }
  lookUp(tokens.map((token) => token.term))
  lookUp(alternates.flat())
  lookUp(synonymTerms(tokens, language, () => 0))
  const isKnown = (term: string) => (frequencies.get(term) ?? 0) > 0
  const completions = question.isPrefix ? completionsOf(vocabulary, question.text, tokens) : []
  const unfinished = completions.length ? tokens.length - 1 : -1
  const unknown = unknownWords(tokens, language, alternates, isKnown).filter((word) => word.position !== unfinished)
  const corrections = correctionsOf(vocabulary, index.size ? unknown : [])
  lookUp(completions)
  lookUp([...corrections.values()].flatMap((correction) => correctionTerms(correction, language)))
  const synonyms = synonymTerms(
    applyCorrections(tokens, corrections, language),
    language,
    (term) => frequencies.get(term) ?? 0,
  )
  lookUp(synonyms)
  const { asked, query } = analyzeQuery({ tokens, language, alternates, isKnown, corrections, completions, synonyms })
  const isSmall = index.size <= MAX_SMALL_WORKSPACE
  const collection = {
    entries: index.size,
    averages: index.averages,
    // The weights were fitted with the frequencies of the question's own terms where a workspace is not small.
    documentFrequency: isSmall ? documentFrequency : frequencies,
    complete: isSmall,
  }
  const rarity = new Rarity(collection, language)
  const rarityOf = ({ term }: Token) => [term, Math.min(1, rarity.of(term) / rarity.unseen)] as const
  return {
    query: { ...query, rarity: new Map(asked.tokens.map(rarityOf)) },
    asked,
    index,
    slots: index.candidates(asked),
    collection,
  }
}

/**
 * Ranks candidates, the best first.
 * @param semantic similarities of the question's vector, for candidates that include those found by it
 */
export function rankCandidates(candidates: Candidates, limit: number, semantic?: WeightedSimilarities): SearchOutcome {
  const { query, asked, index, slots, collection } = candidates
  if (!semantic && !asked.terms.length && !asked.synonyms.length) return { hits: [], margin: 0, query }
  const { entries } = index
  const chunkIdOf = (slot: number) => entries.chunkId(slot)
  const bonusOf = semantic && ((slot: number) => semanticBonus(semantic, chunkIdOf(slot)))
  const scored = rank(asked, entries, slots, collection, bonusOf ? { bonusOf } : {})
  const ranked = semantic ? addSemanticFeature(scored, semantic, chunkIdOf) : scored.filter(({ score }) => score > 0)
  const distinct = collapseDuplicates(ranked, entries)
  const hits = distinct.slice(0, Math.max(0, limit)).map(({ slot, ...found }) => ({ ...entries.entry(slot), ...found }))
  return { hits, margin: marginOf(distinct), query }
}

/** Margin of the words alone, since the confidence was fitted without vectors. */
function marginOf([first, second]: { words: number }[]): number {
  const best = first?.words ?? 0
  return best > 0 ? Math.max(0, (best - (second?.words ?? 0)) / best) : 0
}

function languageOf({ language, text }: Question, spoken: string[]): string {
  return language && spoken.includes(language) ? language : detectLanguage(text, spoken.length ? spoken : undefined)
}

/** Corrections of unknown words, by the word's position in the question. */
function correctionsOf(vocabulary: Vocabulary, unknown: UnknownWord[]): Map<number, Correction> {
  return new Map(
    unknown.slice(0, MAX_CORRECTED_WORDS).map((word) => {
      const compounds = word.compounds.flatMap((part) => {
        const term = vocabulary.termOf(part)
        return term === undefined ? [] : [[part, term] as const]
      })
      const spellings = word.isCorrectable ? chooseSpellings(word.word, vocabulary.near(word.word)) : []
      return [word.position, chooseCorrection(word, spellings, new Map(compounds))]
    }),
  )
}

/** Returns no completions once the last word is finished, followed by a space or a punctuation mark. */
function completionsOf(vocabulary: Vocabulary, text: string, tokens: Token[]): string[] {
  const last = tokens.at(-1)
  if (!last || last.isPair || !/[\p{L}\p{M}\p{N}]$/u.test(text)) return []
  return vocabulary.beginningWith(last.word, MAX_COMPLETIONS)
}
