import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { searchEntries } from './ranking.table.ts'

/** Detection errs in short entries: a language with a smaller share of the entries is none of the content's. */
const MIN_SHARE = 0.1

/** The languages of a workspace's entries, the most frequent first. */
export async function indexedLanguages(transaction: Tx, workspaceId: string): Promise<string[]> {
  const { rows } = await transaction.execute<{ language: string; share: number }>(
    sql`select language, count(*) / sum(count(*)) over () as share from ${searchEntries}
        where workspace_id = ${workspaceId} group by language order by count(*) desc, language`,
  )
  return rows.filter(({ share }) => Number(share) >= MIN_SHARE).map(({ language }) => language)
}
