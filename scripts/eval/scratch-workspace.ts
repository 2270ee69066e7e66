import { randomUUID } from 'node:crypto'
import {
  createSemanticSearch,
  type IndexEntry,
  indexEntries,
  type SearchedWorkspace,
  type SearchOutcome,
  searchMemoryIndex,
} from '../../src/features/ranking/server/index.ts'
import { embedWorkspace } from '../../src/features/ranking/server/semantic/embed-workspace.ts'
import { openEmbedded } from '../../src/platform/db/embedded/open.ts'
import { type Database, migrate, workspaceTransaction } from '../../src/platform/db/index.ts'
import { cachedEncoder } from './cached-encoder.ts'

export interface ScratchWorkspace {
  db: Database
  workspace: SearchedWorkspace
  /** Searches as for a visitor's question, by words and meaning. */
  search(request: { text: string; language?: string; limit: number }): Promise<SearchOutcome>
  close(): Promise<void>
}

const MAX_EMBEDDING_MS = 3_600_000

/** A database in memory with one workspace. It has no owner, so foreign keys are left unchecked. */
export async function openScratchDatabase(name = 'Scratch'): Promise<{ db: Database; id: string }> {
  const db = await openEmbedded({ dataDir: null })
  await migrate(db)
  const id = randomUUID()
  const client = await db.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(`insert into workspaces (id, name, subdomain, billing_user_id) values ($1, $2, 'scratch', $1)`, [
      id,
      name,
    ])
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
  return { db, id }
}

/** A workspace with these entries in a database in memory. */
export async function openScratchWorkspace(entries: IndexEntry[]): Promise<ScratchWorkspace> {
  const { db, id } = await openScratchDatabase()
  await workspaceTransaction(db, { workspaceId: id, userId: null }, (transaction) =>
    indexEntries(transaction, id, entries),
  )
  const workspace = { id, contentVersion: 1 }
  const encoder = cachedEncoder()
  const semantic = createSemanticSearch(db, encoder)
  if (encoder)
    await embedWorkspace(db, encoder, id, { signal: new AbortController().signal, limitMs: MAX_EMBEDDING_MS })
  const served = await workspaceTransaction(db, { workspaceId: id, userId: null }, (transaction) =>
    semantic.served(transaction, id),
  )
  return {
    db,
    workspace,
    async search(request) {
      const { embedding } = served ? await semantic.embedQuestion(served, request.text) : { embedding: null }
      return searchMemoryIndex(db, workspace, { ...request, ...(embedding ? { embedding } : {}) })
    },
    async close() {
      await semantic.close()
      await db.close()
    },
  }
}
