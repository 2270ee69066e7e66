import type { AnalysedQuery } from './outcome.ts'
import type { AskedQuestion, AskedTerm } from './rank/question-model.ts'
import { type Repair, splits } from './repair.ts'
import { type Token, tokenise, tokenOf } from './tokens.ts'

/** A longer question is cut: it costs more than its end could tell. */
const MOST_CHARACTERS = 4000
const MOST_WORDS = 120
const STOPWORD_WEIGHT = 0.4
const PART_WEIGHT = 0.8
const COMPLETION_WEIGHT = 0.7
const SHORTEST_COMPOUND = 6

export const questionTokens = (text: string, language: string): Token[] =>
  tokenise(text.slice(0, MOST_CHARACTERS).toWellFormed(), language).slice(0, MOST_WORDS)

export interface UnknownWord {
  /** Its place in the question. */
  at: number
  word: string
  /** Words of the vocabulary it may be made of or part of. */
  compounds: string[]
}

/** The content words that no entry holds, and what to look for in the vocabulary instead. */
export function unknownWords(tokens: Token[], isKnown: (term: string) => boolean): UnknownWord[] {
  return tokens.flatMap(({ word, term, stop, pair }, at) => {
    if (stop || pair || isKnown(term)) return []
    const next = tokens[at + 1]
    const parts = word.length >= SHORTEST_COMPOUND ? splits(word).flat() : []
    return [{ at, word, compounds: next && !next.pair ? [...parts, word + next.word] : parts }]
  })
}

/** What the vocabulary holds for an unknown word: repairs, or else the parts or the whole of a compound. */
export interface Reading {
  repairs: Repair[]
  parts: { word: string; term: string }[]
}

/** Chooses the reading of an unknown word; `vocabulary` maps the compounds that exist to their terms. */
export function readingOf(unknown: UnknownWord, repairs: Repair[], vocabulary: Map<string, string>): Reading {
  if (repairs.length) return { repairs, parts: [] }
  const pick = (words: string[]) => words.map((word) => ({ word, term: vocabulary.get(word)! }))
  const whole = unknown.compounds.at(-1)
  if (whole && whole.length > unknown.word.length && vocabulary.has(whole)) return { repairs: [], parts: pick([whole]) }
  const halves = splits(unknown.word).find((parts) => parts.every((part) => vocabulary.has(part)))
  return { repairs: [], parts: halves ? pick(halves) : [] }
}

export interface UnderstoodQuestion {
  asked: AskedQuestion
  query: AnalysedQuery
}

/**
 * The question as the ranking takes it. `readings`: for unknown words, by their place. `completions`: terms of words that
 * the last, unfinished word may become.
 */
export function understand(
  tokens: Token[],
  language: string,
  isKnown: (term: string) => boolean,
  readings: Map<number, Reading>,
  completions: string[] = [],
): UnderstoodQuestion {
  const terms = new Map<string, AskedTerm>()
  const repairedTokens = [...tokens]
  const repaired: AnalysedQuery['repaired'] = []
  let group = 0
  let unknown = 0
  const add = (term: string, weight: number) => {
    const before = terms.get(term)
    if (!before) terms.set(term, { term, weight, group })
    else if (before.weight < weight) before.weight = weight
  }
  tokens.forEach(({ word, term, stop, pair }, at) => {
    const last = at === tokens.length - 1 && completions.length > 0
    if (isKnown(term)) add(term, stop ? STOPWORD_WEIGHT : 1)
    if (last) for (const completion of completions) if (isKnown(completion)) add(completion, COMPLETION_WEIGHT)
    group++
    if (isKnown(term) || stop || pair || last) return
    const reading = readings.get(at)
    const repairs = reading?.repairs.filter((repair) => isKnown(repair.term)) ?? []
    const parts = reading?.parts.filter((part) => isKnown(part.term)) ?? []
    if (!repairs.length && !parts.length) unknown++
    for (const repair of repairs) add(repair.term, repair.weight)
    for (const part of parts) {
      group++
      add(part.term, PART_WEIGHT)
    }
    group++
    const best = repairs[0]
    if (best) {
      repairedTokens[at] = tokenOf(best.word, language)
      repaired.push({ from: word, to: best.word })
    }
  })
  const ordered = [...terms.values()].sort((a, b) => a.group - b.group)
  const words = repairedTokens.filter((token) => !token.pair)
  return {
    asked: { language, terms: renumber(ordered), tokens: repairedTokens, unknown },
    query: {
      language,
      words: words.map((token) => token.word),
      content: words.filter((token) => !token.stop).length,
      unknown,
      repaired,
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
