import { contentChanged, emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'

const NAMED = 50

/** Tells dashboards which FAQs changed (none named: many) and everybody that the content did. Last in the transaction. */
export async function faqsChanged(ctx: WorkspaceTransaction, ids: string[]): Promise<void> {
  await emit(ctx, { type: 'faq.changed', ids: ids.length <= NAMED ? ids : [] })
  await contentChanged(ctx)
}
