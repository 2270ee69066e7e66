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
  orderedWork: (transaction: FaqOrderTransaction) => Promise<T>,
  { isBulk = false } = {},
): Promise<T> {
  if (changes in context) return orderedWork(context as FaqOrderTransaction)
  return inTransaction(context, async (transaction) => {
    await lockNamed(transaction.tx, `faqs:${transaction.workspaceId}`)
    const notedChanges: FaqChanges = { ids: new Set(), written: new Map(), hasChanged: false }
    const workResult = await orderedWork({ ...transaction, [changes]: notedChanges })
    if (notedChanges.written.size > 0)
      await emitWithin(transaction, { type: 'faq.written', faqs: [...notedChanges.written.values()] })
    if (notedChanges.hasChanged) {
      const changedIds = isBulk || notedChanges.ids.size > MAX_NAMED ? [] : [...notedChanges.ids]
      await emit(transaction, { type: 'faq.changed', ids: changedIds })
      await contentChanged(transaction)
    }
    return workResult
  })
}

/** Notes what the event at the end announces. Without ids: the categories have changed. */
export function noteChange(transaction: FaqOrderTransaction, changedIds: readonly string[]): void {
  transaction[changes].hasChanged = true
  for (const changedId of changedIds) transaction[changes].ids.add(changedId)
}

/** Notes changed content for the subscribers of `faq.written`, and the same for everyone else. */
export function noteWritten(
  transaction: FaqOrderTransaction,
  writtenChange: WrittenFaq['change'],
  changedIds: readonly string[],
): void {
  noteChange(transaction, changedIds)
  const { written } = transaction[changes]
  for (const changedId of changedIds) {
    const earlierChange = written.get(changedId)
    const isStillNew = earlierChange?.change === 'created' && writtenChange === 'edited'
    const saveCount = (earlierChange?.saves ?? 0) + (writtenChange === 'edited' ? 1 : 0)
    written.set(changedId, { id: changedId, change: isStillNew ? 'created' : writtenChange, saves: saveCount })
  }
}
