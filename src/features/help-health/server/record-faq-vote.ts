import { newId } from '../../../kernel/ids.ts'
import { findFaq } from '../../faqs/server/index.ts'
import type { Vote } from '../../questions/contract.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqVotes } from './help-health.table.ts'

/**
 * Counts a visitor's vote on the page of a FAQ. Nothing on the visitor is stored.
 *
 * @throws not_found
 */
export const recordFaqVote = (
  context: WorkspaceContext,
  { faqId, vote }: { faqId: string; vote: Vote },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await findFaq(transaction, faqId)
    await tx.insert(faqVotes).values({ workspaceId, id: newId(), faqId, vote })
    await emit(transaction, { type: 'help_health.changed' })
  })
