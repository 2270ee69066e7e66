import type { EntryText } from '../domain/entry.ts'
import type { SearchHit, SearchOutcome } from '../domain/outcome.ts'
import {
  analyzeQuery,
  applyCorrections,
  correctionTerms,
  otherTerms,
  questionTokens,
  synonymTerms,
  unknownWords,
} from '../domain/query/query-analysis.ts'
import { collapseDuplicates } from '../domain/rank/duplicates.ts'
import { type PreparedEntry, prepareEntry } from '../domain/rank/prepared.ts'
import { rank } from '../domain/rank/rank.ts'
import { addMeaning, type Meaning, wordScore } from '../domain/rank/semantic-feature.ts'
import { detectLanguage } from '../domain/text/languages.ts'
import { type Token, tokenize } from '../domain/text/tokens.ts'
import type { Source } from './source.ts'

export interface QuestionOptions {
  text: string
  /** The visitor's language, if known; used where the workspace has entries in it. */
  language?: string
  limit: number
  /** The last word may be unfinished (instant search). */
  prefix?: boolean
}

/** For calibration: an entry is ranked as if a phrasing of it had never been written. */
export interface Withheld {
  chunkId: string
  rest: EntryText
}

/** Joins what was found by words with what is near in meaning. */
export type ByMeaning = (found: PreparedEntry[]) => Promise<{ meaning: Meaning; candidates: PreparedEntry[] }>

/** Reads a question as the workspace would write it, finds entries, and ranks them. */
export async function searchSource(
  source: Source,
  options: QuestionOptions,
  { byMeaning, withheld }: { byMeaning?: ByMeaning; withheld?: Withheld } = {},
): Promise<SearchOutcome> {
  const language = languageOf(options, source.languages)
  const tokens = questionTokens(options.text, language)
  const alternates = otherTerms(tokens, language, source.languages)
  const { frequencies } = source
  await source.lookUp({
    own: [...contentTerms(tokens), ...alternates.flat()],
    synonyms: synonymTerms(tokens, language, () => 0),
    stops: tokens.filter((token) => token.stop).map((token) => token.term),
  })
  if (withheld) forget(frequencies, tokens, withheld.rest)
  const isKnown = (term: string) => (frequencies.get(term) ?? 0) > 0
  const completions = options.prefix ? await completionsFor(source, options.text, tokens) : []
  const unfinished = completions.length ? tokens.length - 1 : -1
  const unknown = unknownWords(tokens, language, alternates, isKnown).filter((word) => word.at !== unfinished)
  const readings = await source.readings(source.entries ? unknown : [])
  const meant = [...readings.values()].flatMap((reading) => correctionTerms(reading, language))
  const read = applyCorrections(tokens, readings, language)
  await source.lookUp({
    own: [...completions, ...meant],
    synonyms: synonymTerms(read, language, (term) => frequencies.get(term) ?? 0),
    stops: [],
  })
  const synonyms = synonymTerms(read, language, (term) => frequencies.get(term) ?? 0)
  const { asked, query } = analyzeQuery({ tokens, language, alternates, isKnown, readings, completions, synonyms })
  if (!byMeaning && !asked.terms.length && !asked.synonyms.length) return { hits: [], margin: 0, query }
  const found = await source.candidates(asked)
  const near = await byMeaning?.(found)
  const all = near ? near.candidates : found
  const candidates = withheld ? all.map((entry) => without(entry, withheld)) : all
  const scored = rank(asked, candidates, source.collection(), { all: near !== undefined })
  const ranked = near ? addMeaning(scored, near.meaning) : scored.filter(({ hit }) => hit.score > 0)
  const hits = collapseDuplicates(ranked)
  return { hits: hits.slice(0, Math.max(0, options.limit)), margin: marginOf(hits), query }
}

const without = (prepared: PreparedEntry, { chunkId, rest }: Withheld): PreparedEntry =>
  prepared.entry.chunk_id === chunkId ? prepareEntry({ ...prepared.entry, ...rest }) : prepared

/** Without the phrasing asked, what stood in no other part of its entry is in one entry less: often in none. */
function forget(frequencies: Map<string, number>, tokens: Token[], rest: EntryText): void {
  const text = [rest.question, ...rest.alternatives, rest.body].join('\n')
  const kept = new Set(tokenize(text, rest.language).map((token) => token.term))
  for (const term of new Set(tokens.map((token) => token.term))) {
    const frequency = frequencies.get(term) ?? 0
    if (frequency && !kept.has(term)) frequencies.set(term, frequency - 1)
  }
}

/** Confidence of the words alone, since it was fitted without meaning. */
function marginOf([first, second]: SearchHit[]): number {
  const best = first ? wordScore(first) : 0
  return best > 0 ? Math.max(0, (best - (second ? wordScore(second) : 0)) / best) : 0
}

const contentTerms = (tokens: Token[]) => tokens.filter((token) => !token.stop).map((token) => token.term)

function languageOf({ language, text }: QuestionOptions, spoken: string[]): string {
  return language && spoken.includes(language) ? language : detectLanguage(text, spoken.length ? spoken : undefined)
}

/** Nothing once the last word is finished: followed by a space or a mark. */
async function completionsFor(source: Source, text: string, tokens: Token[]): Promise<string[]> {
  const last = tokens.at(-1)
  if (!last || last.pair || !/[\p{L}\p{M}\p{N}]$/u.test(text)) return []
  return source.completions(last.word)
}
