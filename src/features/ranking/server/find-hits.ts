import type { Tx } from '../../../platform/db/index.ts'
import { otherTerms, questionTokens, type Reading, synonymTerms, understand, unknownWords } from '../domain/ask.ts'
import { collapseDuplicates } from '../domain/duplicates.ts'
import type { EntryText } from '../domain/entry.ts'
import { detectLanguage } from '../domain/languages.ts'
import type { SearchHit, SearchOutcome } from '../domain/outcome.ts'
import { type PreparedEntry, prepareEntry } from '../domain/prepared.ts'
import { rank } from '../domain/rank/rank.ts'
import type { Token } from '../domain/tokens.ts'
import { openSource } from './source.ts'
import { completionsOf, readUnknownWords } from './vocabulary.queries.ts'

export interface SearchOptions {
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

/** `searchEntries`, and what calibration needs beyond it. */
export async function findHits(
  tx: Tx,
  workspaceId: string,
  options: SearchOptions,
  withheld?: Withheld,
): Promise<SearchOutcome> {
  const source = await openSource(tx, workspaceId)
  const language = languageOf(options, source.languages)
  const tokens = questionTokens(options.text, language)
  const alternates = otherTerms(tokens, source.languages)
  const synonyms = synonymTerms(tokens, language)
  const plain = [...alternates.flat(), ...synonyms].map((term) => ({ term, stop: false }))
  const frequencies = new Map(await source.frequencies([...tokens, ...plain]))
  const isKnown = (term: string) => (frequencies.get(term) ?? 0) > 0
  const completions = options.prefix ? await completionsFor(tx, workspaceId, options.text, tokens) : []
  const unfinished = completions.length ? tokens.length - 1 : -1
  const unknown = unknownWords(tokens, alternates, isKnown).filter((word) => word.at !== unfinished)
  const readings = source.entries ? await readUnknownWords(tx, workspaceId, unknown) : new Map<number, Reading>()
  const read = [...completions, ...[...readings.values()].flatMap(termsOf)].filter((term) => !frequencies.has(term))
  if (read.length) {
    const found = await source.frequencies(read.map((term) => ({ term, stop: false })))
    for (const [term, frequency] of found) frequencies.set(term, frequency)
  }
  const { asked, query } = understand({ tokens, language, alternates, isKnown, readings, completions, synonyms })
  if (!asked.terms.length && !asked.synonyms.length) return { hits: [], margin: 0, query }
  const found = await source.candidates(asked, frequencies)
  const candidates = withheld ? found.map((entry) => without(entry, withheld)) : found
  const ranked = rank(asked, candidates, source.collection(frequencies)).filter(({ hit }) => hit.score > 0)
  const hits = collapseDuplicates(ranked)
  return { hits: hits.slice(0, Math.max(0, options.limit)), margin: marginOf(hits), query }
}

const without = (prepared: PreparedEntry, { chunkId, rest }: Withheld): PreparedEntry =>
  prepared.entry.chunk_id === chunkId ? prepareEntry({ ...prepared.entry, ...rest }) : prepared

function marginOf([first, second]: SearchHit[]): number {
  return first ? (first.score - (second?.score ?? 0)) / first.score : 0
}

const termsOf = ({ repairs, parts }: Reading): string[] => [...repairs, ...parts].map((word) => word.term)

function languageOf({ language, text }: SearchOptions, spoken: string[]): string {
  return language && spoken.includes(language) ? language : detectLanguage(text, spoken.length ? spoken : undefined)
}

/** Nothing once the last word is finished: followed by a space or a mark. */
async function completionsFor(tx: Tx, workspaceId: string, text: string, tokens: Token[]): Promise<string[]> {
  const last = tokens.at(-1)
  if (!last || last.pair || !/[\p{L}\p{M}\p{N}]$/u.test(text)) return []
  return completionsOf(tx, workspaceId, last.word)
}
