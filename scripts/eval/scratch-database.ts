import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Tx } from '../../src/platform/db/index.ts'
import { readMigrations } from '../../src/platform/db/migrate.ts'

export interface ScratchDatabase {
  transaction<T>(work: (transaction: Tx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** An empty, migrated PGlite in memory. It has no accounts, so foreign keys are left unchecked. */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const client = new PGlite()
  const db = drizzle(client)
  for (const { sql } of await readMigrations()) await client.exec(sql)
  await client.exec('set session_replication_role = replica')
  return {
    // PGlite's driver answers `execute` with the same `rows` as node-postgres; nothing else of Tx is used.
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Tx)),
    close: () => client.close(),
  }
}
