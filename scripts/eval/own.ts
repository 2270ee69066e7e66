import { createHash, randomUUID } from 'node:crypto'
import {
  calibrate,
  type IndexEntry,
  indexEntries,
  refreshStatistics,
  type SearchOutcome,
  searchEntries,
  type Thresholds,
} from '../../src/features/ranking/server/index.ts'
import type { Engine } from './engine.ts'
import { openScratchDatabase } from './scratch-database.ts'
import type { RetrievalSet } from './sets.ts'

export interface OwnEngine extends Engine {
  ask(text: string, limit: number): Promise<SearchOutcome>
  documentOf(chunkId: string): string
  calibrate(): Promise<Thresholds>
}

/** A stable uuid for a name. */
function uuidOf(name: string): string {
  const h = createHash('sha256').update(name).digest('hex')
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`
}

/** The set as a workspace in a scratch database, through the code that serves visitors. */
export async function ownEngine(set: RetrievalSet): Promise<OwnEngine> {
  const database = await openScratchDatabase()
  const workspaceId = randomUUID()
  const documents = new Map(set.docs.map((doc) => [uuidOf(doc.id), doc.id]))
  // Titles rather than questions, and no other ways to ask: passages of documents.
  const titled = set.docs.filter((doc) => !doc.alts.length && doc.question.split(/\s+/).length < 5)
  const passages = titled.length > set.docs.length / 2
  const entries = set.docs.map(
    (doc): IndexEntry => ({
      chunk_id: uuidOf(doc.id),
      kind: passages ? 'passage' : 'faq',
      source_id: uuidOf(doc.id),
      language: set.lang,
      question: doc.question,
      alternatives: doc.alts,
      body: doc.body,
    }),
  )
  await database.transaction((transaction) => indexEntries(transaction, workspaceId, entries))
  await database.transaction((transaction) => refreshStatistics(transaction, workspaceId))
  const ask = (text: string, limit: number) =>
    database.transaction((transaction) => searchEntries(transaction, workspaceId, { text, language: set.lang, limit }))
  const documentOf = (chunkId: string) => documents.get(chunkId) ?? ''
  return {
    name: 'Answerloom',
    ask,
    documentOf,
    async search(text) {
      // A duplicate that is shown as another hit was found all the same.
      const { hits } = await ask(text, 10)
      return hits.flatMap((hit) => [hit.chunk_id, ...hit.same_as].map(documentOf)).slice(0, 10)
    },
    calibrate: () => calibrate((work) => database.transaction(work), workspaceId),
    close: () => database.close(),
  }
}
