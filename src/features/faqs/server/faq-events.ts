import { contentChanged, emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'

const NAMED = 50

/**
 * Notifies dashboards of changed FAQs (without ids: many) and other features of changed content. Last call of a
 * transaction.
 */
export async function faqsChanged(transaction: WorkspaceTransaction, ids: string[]): Promise<void> {
  await emit(transaction, { type: 'faq.changed', ids: ids.length <= NAMED ? ids : [] })
  await contentChanged(transaction)
}
