import { sql } from 'drizzle-orm'
import {
  contentChanged,
  emit,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'

/** An event names at most so many FAQs. */
const MAX_NAMED = 50

interface FaqChanges {
  ids: Set<string>
  hasChanged: boolean
}
const changes: unique symbol = Symbol('changes')

/**
 * A transaction that holds the workspace's FAQ lock and announces its changes. Everything that writes FAQs or counts them
 * against the limit requires it, and only `withFaqOrder` creates it.
 */
export type FaqOrderTransaction = WorkspaceTransaction & { readonly [changes]: FaqChanges }

/**
 * Runs `work` under the workspace's FAQ lock, so that `display_order` stays 1..n, a slug is given once, and the count at
 * the limit is true. Emits `faq.changed` and `content.changed` at the end, so that the
 * locks of these events are short; without a change it emits none. A nested call joins the outer one.
 * @param options.isBulk the event names no FAQs: listeners treat it as a change of many
 */
export function withFaqOrder<T>(
  context: WorkspaceContext,
  work: (transaction: FaqOrderTransaction) => Promise<T>,
  { isBulk = false } = {},
): Promise<T> {
  if (changes in context) return work(context as FaqOrderTransaction)
  return inTransaction(context, async (transaction) => {
    const lockName = `faqs:${transaction.workspaceId}`
    await transaction.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`)
    const noted: FaqChanges = { ids: new Set(), hasChanged: false }
    const result = await work({ ...transaction, [changes]: noted })
    if (noted.hasChanged) {
      const ids = isBulk || noted.ids.size > MAX_NAMED ? [] : [...noted.ids]
      await emit(transaction, { type: 'faq.changed', ids })
      await contentChanged(transaction)
    }
    return result
  })
}

/** Notes what the event at the end announces. Without ids: the categories have changed. */
export function noteChange(transaction: FaqOrderTransaction, ids: readonly string[]): void {
  transaction[changes].hasChanged = true
  for (const id of ids) transaction[changes].ids.add(id)
}
