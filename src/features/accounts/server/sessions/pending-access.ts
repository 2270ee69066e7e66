import { and, eq, like } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import { mailedLinks, verifications } from '../accounts.table.ts'

/**
 * Ends every way into the account that was started and not finished: all mailed links and every sign-in that waits for
 * its second step. Each change of a credential (password, email address, second factor, connected account) calls it, so
 * that a person who loses the account by that change cannot get back in through something requested before.
 * `transaction` runs as the system role.
 */
export async function endPendingAccess(transaction: Tx, userId: string): Promise<void> {
  await transaction.delete(mailedLinks).where(eq(mailedLinks.userId, userId))
  await transaction
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, '2fa-%')))
}
