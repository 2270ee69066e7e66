import { createHash } from 'node:crypto'
import {
  calibrate,
  type IndexEntry,
  type SearchOutcome,
  searchMemoryIndex,
  type Thresholds,
} from '../../src/features/ranking/server/index.ts'
import type { Engine } from './engine.ts'
import { openScratchWorkspace } from './scratch-workspace.ts'
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
  const { db, workspace, close } = await openScratchWorkspace(entries)
  const ask = (text: string, limit: number) => searchMemoryIndex(db, workspace, { text, language: set.lang, limit })
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
    calibrate: () => calibrate(db, workspace.id),
    close,
  }
}
