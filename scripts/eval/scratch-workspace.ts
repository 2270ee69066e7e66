import { randomUUID } from 'node:crypto'
import { type IndexEntry, indexEntries, type SearchedWorkspace } from '../../src/features/ranking/server/index.ts'
import { openEmbedded } from '../../src/platform/db/embedded/open.ts'
import { type Database, migrate, workspaceTransaction } from '../../src/platform/db/index.ts'

export interface ScratchWorkspace {
  db: Database
  workspace: SearchedWorkspace
  close(): Promise<void>
}

/** A workspace with these entries in a database in memory. It has no owner, so foreign keys are left unchecked. */
export async function openScratchWorkspace(entries: IndexEntry[]): Promise<ScratchWorkspace> {
  const db = await openEmbedded({ dataDir: null })
  await migrate(db)
  const id = randomUUID()
  const client = await db.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into workspaces (id, name, subdomain, billing_user_id) values ($1, 'Scratch', 'scratch', $1)`,
      [id],
    )
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
  await workspaceTransaction(db, { workspaceId: id, userId: null }, (transaction) =>
    indexEntries(transaction, id, entries),
  )
  return { db, workspace: { id, contentVersion: 1 }, close: () => db.close() }
}
