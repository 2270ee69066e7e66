import type { Tx } from '../../../platform/db/index.ts'
import type { SearchOutcome } from '../domain/outcome.ts'
import { findHits, type SearchOptions } from './find-hits.ts'

/**
 * The entries that fit a question, the best first, at most `limit`; any text is accepted. Several round trips to the
 * database (three or four where nothing needs repair), whose cost is bounded however large the workspace is.
 */
export const searchEntries = (transaction: Tx, workspaceId: string, options: SearchOptions): Promise<SearchOutcome> =>
  findHits(transaction, workspaceId, options)
