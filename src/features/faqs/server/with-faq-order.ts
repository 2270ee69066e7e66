import { lockNamed } from '../../../platform/db/index.ts'
import {
  contentChanged,
  emit,
  emitWithin,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { WrittenFaq } from '../contract.ts'

/** An event names at most so many FAQs. */
const MAX_NAMED = 50

interface FaqChanges {
  ids: Set<string>
  written: Map<string, WrittenFaq>
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
    await lockNamed(transaction.tx, `faqs:${transaction.workspaceId}`)
    const noted: FaqChanges = { ids: new Set(), written: new Map(), hasChanged: false }
    const result = await work({ ...transaction, [changes]: noted })
    if (noted.written.size > 0)
      await emitWithin(transaction, { type: 'faq.written', faqs: [...noted.written.values()] })
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

/** Notes changed content for the subscribers of `faq.written`, and the same for everyone else. */
export function noteWritten(
  transaction: FaqOrderTransaction,
  change: WrittenFaq['change'],
  ids: readonly string[],
): void {
  noteChange(transaction, ids)
  const { written } = transaction[changes]
  for (const id of ids) {
    const before = written.get(id)
    const isStillNew = before?.change === 'created' && change === 'edited'
    const saves = (before?.saves ?? 0) + (change === 'edited' ? 1 : 0)
    written.set(id, { id, change: isStillNew ? 'created' : change, saves })
  }
}
