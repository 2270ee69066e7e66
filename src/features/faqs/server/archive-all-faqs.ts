import { ne } from 'drizzle-orm'
import { recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { changeFaqs } from './change-faqs.ts'
import { faqs } from './faqs.table.ts'
import { withFaqOrder } from './with-faq-order.ts'

/** @returns how many were not archived before. */
export const archiveAllFaqs = (context: WorkspaceContext): Promise<number> =>
  withFaqOrder(
    context,
    async (transaction) => {
      const { length: count } = await changeFaqs(transaction, ne(faqs.status, 'archived'), { status: 'archived' })
      if (count > 0) await recordAudit(transaction, { action: 'faq.all_archived', details: { count } })
      return count
    },
    { isBulk: true },
  )
