import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/index.ts'
import { BACKGROUND_SHARE, throttleTo } from '../../../platform/jobs/index.ts'
import type { EntryText } from '../domain/entry.ts'
import { confidence } from '../domain/thresholds/confidence.ts'
import { offTopicQuestions } from '../domain/thresholds/off-topic.ts'
import { ENOUGH_QUESTIONS, type Thresholds, thresholdsFrom } from '../domain/thresholds/thresholds.ts'
import { findHits } from './find-hits.ts'
import { searchHeldLately } from './memory-index/memory-indexes.ts'
import type { Withheld } from './search-source.ts'
import { rowsOf } from './statements.ts'

/** Questions asked of each kind: bounds the cost to some hundred searches. */
const OWN_QUESTIONS = 150
const FOREIGN_QUESTIONS = 220
const HITS = 2
/** After this long the questions that were asked must do, if they are enough. */
const PATIENCE_MS = 90_000
/** After this long those that were asked must do however few they are: the job has to come to an end. */
const LIMIT_MS = 200_000

interface PhrasingRow extends EntryText {
  chunk_id: string
}

/** Runs work in a transaction of its own, scoped to the workspace. */
export type InTransaction = <T>(work: (transaction: Tx) => Promise<T>) => Promise<T>

/**
 * Fits a workspace's thresholds: asks it foreign questions, and a sample of its own phrasings, each removed from its
 * entry. Costs some hundred searches, so it runs in the background. Passages have no phrasings. Each search is a
 * transaction of its own with a pause after it, so that visitors are served in between; with slow searches fewer are
 * made. With `db`, a workspace in the memory index is searched there, like for visitors. Throws the abort reason.
 */
export async function calibrate(
  within: InTransaction,
  workspaceId: string,
  { db, signal }: { db?: Database; signal?: AbortSignal } = {},
): Promise<Thresholds> {
  const entries = await within((transaction) =>
    rowsOf<PhrasingRow>(
      transaction,
      sql`select chunk_id, language, question, alternatives, body from search_entries
        where workspace_id = ${workspaceId}::uuid and kind = 'faq'
        order by (entry_no * 2654435761) % 1000003 limit ${OWN_QUESTIONS}`,
    ),
  )
  const paced = throttleTo(BACKGROUND_SHARE, signal)
  const ask = (text: string, language: string | undefined, withheld?: Withheld) =>
    paced(async () => {
      const question = { text, language, limit: HITS }
      const held = db ? await searchHeldLately(db, workspaceId, question, withheld) : null
      return confidence(held ?? (await within((transaction) => findHits(transaction, workspaceId, question, withheld))))
    })
  const [spoken] = await within((transaction) =>
    rowsOf<{ language: string }>(
      transaction,
      sql`select language from (select language from search_entries where workspace_id = ${workspaceId}::uuid limit 500) e
        group by language order by count(*) desc, language limit 1`,
    ),
  )
  const phrasings = samplePhrasings(entries)
  const offTopic = offTopicQuestions(spoken?.language ?? 'en').slice(0, FOREIGN_QUESTIONS)
  const own: number[] = []
  const foreign: number[] = []
  const started = performance.now()
  for (let index = 0; index < Math.max(phrasings.length, offTopic.length); index++) {
    if (performance.now() - started > (index >= ENOUGH_QUESTIONS ? PATIENCE_MS : LIMIT_MS)) break
    const phrasing = phrasings[index]
    if (phrasing) {
      const { text, language, ...withheld } = phrasing
      own.push(await ask(text, language, withheld))
    }
    const foreignText = offTopic[index]
    if (foreignText !== undefined) foreign.push(await ask(foreignText, undefined))
  }
  return thresholdsFrom(own, foreign)
}

/** One phrasing an entry: an alternative where there are any (they are what people say), in turns, else the question. */
function samplePhrasings(entries: PhrasingRow[]): (Withheld & { text: string; language: string })[] {
  return entries.flatMap(({ chunk_id, language, question, alternatives, body }, index) => {
    const phrasing = alternatives.length ? index % alternatives.length : -1
    const text = phrasing < 0 ? question : alternatives[phrasing]!
    const rest: EntryText =
      phrasing < 0
        ? { language, question: '', alternatives: [], body }
        : { language, question, alternatives: alternatives.filter((_, other) => other !== phrasing), body }
    return text.trim() ? [{ text, language, chunkId: chunk_id, rest }] : []
  })
}
