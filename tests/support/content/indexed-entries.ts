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

/** A workspace of its own, with these entries, and the verbs bound to it. */
export async function workspaceWith(testContext: TestContext, ...entries: IndexEntry[]) {
  const { id } = await testContext.workspace(await testContext.person({ freeAccess: true }))
  const within = <T>(fn: (transaction: Tx) => Promise<T>) =>
    workspaceTransaction(testContext.db, { workspaceId: id, userId: null }, fn)
  await within((transaction) => indexEntries(transaction, id, entries))
  return {
    id,
    within,
    index: (...more: IndexEntry[]) => within((transaction) => indexEntries(transaction, id, more)),
    remove: (...chunkIds: string[]) => within((transaction) => removeEntries(transaction, id, chunkIds)),
    search: (text: string, more: { limit?: number; prefix?: boolean; language?: string } = {}) =>
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

/** Entries about other things: with many of them, candidates are selected by their terms. */
export const filler = (count: number): IndexEntry[] =>
  Array.from({ length: count }, (_, index) =>
    entry(
      `What does part ${index} of the catalogue cost?`,
      `Article number ${index * 7} is priced in the catalogue, page ${index}.`,
    ),
  )
