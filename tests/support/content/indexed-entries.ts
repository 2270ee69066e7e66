// Workspaces with an index and entries of a small help center, for tests of the ranking.
import {
  type IndexEntry,
  indexEntries,
  removeEntries,
  searchMemoryIndex,
} from '../../../src/features/ranking/server/index.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { type Tx, workspaceTransaction } from '../../../src/platform/db/index.ts'
import type { TestContext } from './test-context.ts'

/** An entry with everything but its text filled in. */
export const entry = (question: string, body: string, more: Partial<IndexEntry> = {}): IndexEntry => ({
  chunk_id: newId(),
  kind: 'faq',
  source_id: newId(),
  language: 'en',
  question,
  alternatives: [],
  body,
  ...more,
})

/** A workspace of its own with these entries, and the verbs bound to it. */
export async function indexedWorkspace(testContext: TestContext, owner: string, entries: IndexEntry[]) {
  const { id } = await testContext.workspace(owner)
  const within = <T>(fn: (transaction: Tx) => Promise<T>) =>
    workspaceTransaction(testContext.db, { workspaceId: id, userId: null }, fn)
  const index = (...more: IndexEntry[]) => within((transaction) => indexEntries(transaction, id, more))
  await index(...entries)
  return {
    id,
    within,
    index,
    remove: (...chunkIds: string[]) => within((transaction) => removeEntries(transaction, id, chunkIds)),
  }
}

/** The same with an owner of its own, and the search by words. */
export async function workspaceWith(testContext: TestContext, ...entries: IndexEntry[]) {
  const workspace = await indexedWorkspace(testContext, await testContext.person({ freeAccess: true }), entries)
  const { id } = workspace
  return {
    ...workspace,
    search: (text: string, more: { limit?: number; isPrefix?: boolean; language?: string } = {}) =>
      searchMemoryIndex(testContext.db, { id, contentVersion: null }, { text, limit: 5, ...more }),
    rows: (table: string) => testContext.count(table, `workspace_id = '${id}'`),
  }
}

export const refund = () =>
  entry('How do I get a refund?', 'Open Billing, choose the invoice and press Refund. The money arrives in five days.')
export const password = () =>
  entry('How do I reset my password?', 'Choose "Forgot password" on the sign-in page and follow it.')
export const delivery = () =>
  entry('How long does delivery take?', 'Parcels inside the country arrive within three days.')
export const team = () =>
  entry('How can I invite a colleague?', 'Owners add people under Settings, Team, with their address.')
export const hours = () => entry('When is support available?', 'People answer from Monday to Friday, nine to five.')

/**
 * Entries about other things: with many of them, candidates are selected by their terms. `from` keeps them apart from
 * those made before.
 */
export const filler = (count: number, from = 0): IndexEntry[] =>
  Array.from({ length: count }, (_, index) =>
    entry(
      `What does part ${from + index} of the catalogue cost?`,
      `Article number ${(from + index) * 7} is priced in the catalogue, page ${from + index}.`,
    ),
  )
