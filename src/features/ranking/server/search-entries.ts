import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { type Reading, questionTokens, understand, unknownWords } from '../domain/ask.ts'
import { collapseDuplicates } from '../domain/duplicates.ts'
import { detectLanguage } from '../domain/languages.ts'
import type { SearchOutcome } from '../domain/outcome.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import type { AskedQuestion, Collection } from '../domain/rank/question-model.ts'
import { rank } from '../domain/rank/rank.ts'
import type { Token } from '../domain/tokens.ts'
import { findCandidates } from './candidates.ts'
import { collectionOf, documentFrequencies, measureWorkspace, type WorkspaceSize } from './collection.ts'
import { loadEntries } from './entry-cache.ts'
import { rowsOf } from './statements.ts'
import { completionsOf, readUnknownWords } from './vocabulary.queries.ts'

export interface SearchOptions {
  text: string
  /** The visitor's language, if known; used where the workspace has entries in it. */
  language?: string
  limit: number
  /** The last word may be unfinished (instant search). */
  prefix?: boolean
}

/** Where the entries and their statistics come from: all in memory for a small workspace, the postings for others. */
interface Source {
  languages: string[]
  frequencies(tokens: { term: string; stop: boolean }[]): Promise<ReadonlyMap<string, number>>
  candidates(asked: AskedQuestion, frequencies: ReadonlyMap<string, number>): Promise<PreparedEntry[]>
  collection(frequencies: ReadonlyMap<string, number>): Collection
}

/**
 * The entries that fit a question, the best first, at most `limit`; any text is accepted. Several round trips to the
 * database (three where nothing needs repair), none of which grows with the workspace.
 */
export async function searchEntries(tx: Tx, workspaceId: string, options: SearchOptions): Promise<SearchOutcome> {
  const size = await measureWorkspace(tx, workspaceId)
  const source = size.small ? await smallSource(tx, workspaceId) : largeSource(tx, workspaceId, size)
  const language = languageOf(options, source.languages)
  const tokens = questionTokens(options.text, language)
  const frequencies = new Map(await source.frequencies(tokens))
  const isKnown = (term: string) => (frequencies.get(term) ?? 0) > 0
  const completions = options.prefix ? await completionsFor(tx, workspaceId, options.text, tokens) : []
  const unfinished = completions.length ? tokens.length - 1 : -1
  const unknown = unknownWords(tokens, isKnown).filter((word) => word.at !== unfinished)
  const readings = size.entries ? await readUnknownWords(tx, workspaceId, unknown) : new Map<number, Reading>()
  const read = [...completions, ...[...readings.values()].flatMap(termsOf)].filter((term) => !frequencies.has(term))
  if (read.length) {
    const found = await source.frequencies(read.map((term) => ({ term, stop: false })))
    for (const [term, frequency] of found) frequencies.set(term, frequency)
  }
  const { asked, query } = understand(tokens, language, isKnown, readings, completions)
  if (!asked.terms.length) return { hits: [], query }
  const candidates = await source.candidates(asked, frequencies)
  const ranked = rank(asked, candidates, source.collection(frequencies)).filter((hit) => hit.score > 0)
  return { hits: collapseDuplicates(ranked).slice(0, Math.max(0, options.limit)), query }
}

const termsOf = ({ repairs, parts }: Reading): string[] => [...repairs, ...parts].map((word) => word.term)

function languageOf({ language, text }: SearchOptions, spoken: string[]): string {
  return language && spoken.includes(language) ? language : detectLanguage(text, spoken.length ? spoken : undefined)
}

/** Nothing once the last word is finished: followed by a space or a mark. */
async function completionsFor(tx: Tx, workspaceId: string, text: string, tokens: Token[]): Promise<string[]> {
  const last = tokens.findLast((token) => !token.pair)
  return last && last === tokens.at(-1) && /[\p{L}\p{M}\p{N}]$/u.test(text)
    ? completionsOf(tx, workspaceId, last.word)
    : []
}

async function smallSource(tx: Tx, workspaceId: string): Promise<Source> {
  const rows = await rowsOf<{ entry_no: string }>(
    tx,
    sql`select entry_no from search_entries where workspace_id = ${workspaceId}::uuid order by entry_no`,
  )
  const entries = await loadEntries(
    tx,
    workspaceId,
    rows.map((row) => Number(row.entry_no)),
  )
  const collection = collectionOf(entries)
  return {
    languages: mostFrequentFirst(entries.map(({ entry }) => entry.language)),
    frequencies: async (tokens) =>
      new Map(tokens.map(({ term }) => [term, collection.documentFrequency.get(term) ?? 0])),
    candidates: async () => entries,
    collection: () => collection,
  }
}

function largeSource(tx: Tx, workspaceId: string, size: WorkspaceSize): Source {
  const { entries, averages, languages } = size
  return {
    languages,
    frequencies: (tokens) => documentFrequencies(tx, workspaceId, entries, tokens),
    candidates: async (asked, frequencies) =>
      loadEntries(tx, workspaceId, await findCandidates(tx, workspaceId, asked.terms, frequencies, entries)),
    collection: (documentFrequency) => ({ entries, averages, documentFrequency, complete: false }),
  }
}

function mostFrequentFirst(values: string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value)
}
