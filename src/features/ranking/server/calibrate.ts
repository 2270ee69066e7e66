import { sql } from 'drizzle-orm'
import { type Database, type Tx, workspaceTransaction } from '../../../platform/db/index.ts'
import { BACKGROUND_SHARE, throttleTo } from '../../../platform/jobs/index.ts'
import type { EntryText } from '../domain/entry.ts'
import { findCandidates, type Question, rankCandidates, type WithheldPhrasing } from '../domain/memory-index/search.ts'
import { confidence } from '../domain/thresholds/confidence.ts'
import { offTopicQuestions } from '../domain/thresholds/off-topic.ts'
import { type Thresholds, thresholdsFrom } from '../domain/thresholds/thresholds.ts'
import { memoryIndexesOf } from './memory-index/memory-indexes.ts'
import { rowsOf } from './statements.ts'

/** Questions asked of each kind: bounds the cost to some hundred searches. */
const OWN_QUESTIONS = 150
const FOREIGN_QUESTIONS = 220
const HITS = 2
/** Maximum duration; the questions asked until then count. */
const LIMIT_MS = 200_000

interface PhrasingRow extends EntryText {
  chunk_id: string
}

/**
 * Fits a workspace's thresholds: asks it foreign questions, and a sample of its own phrasings, each removed from its
 * entry. Costs some hundred searches, so it runs in the background and pauses after each. Passages have no phrasings.
 * Throws the abort reason, and as `searchMemoryIndex` does.
 */
export async function calibrate(db: Database, workspaceId: string, signal?: AbortSignal): Promise<Thresholds> {
  const index = await memoryIndexesOf(db).get(workspaceId, null)
  const entries = await workspaceTransaction(
    db,
    { workspaceId, userId: null },
    (transaction) => sampleFaqs(transaction, workspaceId),
    'read',
  )
  const throttled = throttleTo(BACKGROUND_SHARE, signal)
  const ask = (question: Question, withheld?: WithheldPhrasing) =>
    throttled(async () => confidence(rankCandidates(findCandidates(index, question, withheld), HITS)))
  const phrasings = samplePhrasings(entries)
  const offTopic = offTopicQuestions(index.languages[0] ?? 'en').slice(0, FOREIGN_QUESTIONS)
  const own: number[] = []
  const foreign: number[] = []
  const started = performance.now()
  for (let position = 0; position < Math.max(phrasings.length, offTopic.length); position++) {
    if (performance.now() - started > LIMIT_MS) break
    const phrasing = phrasings[position]
    if (phrasing) own.push(await ask(phrasing.question, phrasing.withheld))
    const text = offTopic[position]
    if (text !== undefined) foreign.push(await ask({ text }))
  }
  return thresholdsFrom(own, foreign)
}

/** Reads FAQs that are spread over all entries, the same at every call. */
const sampleFaqs = (transaction: Tx, workspaceId: string): Promise<PhrasingRow[]> =>
  rowsOf<PhrasingRow>(
    transaction,
    sql`select chunk_id, language, question, alternatives, body from search_entries
        where workspace_id = ${workspaceId}::uuid and kind = 'faq'
        order by (entry_no * 2654435761) % 1000003 limit ${OWN_QUESTIONS}`,
  )

/** Chooses one phrasing per entry: in turns an alternative, because people say those, or else the question. */
function samplePhrasings(entries: PhrasingRow[]): { question: Question; withheld: WithheldPhrasing }[] {
  return entries.flatMap(({ chunk_id, language, question, alternatives, body }, index) => {
    const phrasing = alternatives.length ? index % alternatives.length : -1
    const text = phrasing < 0 ? question : alternatives[phrasing]!
    const rest: EntryText =
      phrasing < 0
        ? { language, question: '', alternatives: [], body }
        : { language, question, alternatives: alternatives.filter((_, other) => other !== phrasing), body }
    return text.trim() ? [{ question: { text, language }, withheld: { chunkId: chunk_id, rest } }] : []
  })
}
