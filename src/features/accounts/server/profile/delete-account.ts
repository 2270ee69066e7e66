import { eq } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { AccountServices } from '../account-services.ts'
import { users } from '../accounts.table.ts'

/**
 * Deletes the person with sessions, links and profile, and, through the subscribers of `account.deleting`, what only they
 * own: all of it or nothing. Their picture is removed by a job that comes with it.
 */
export async function deleteAccount(services: AccountServices, userId: string): Promise<void> {
  await systemTransaction(services.db, async (transaction) => {
    // Locks the workspaces before the user: a new owner may be deleting their account at the same time.
    await services.events.emit(transaction, { type: 'account.deleting', workspace_id: null, user_id: userId })
    const deletedUsers = await transaction.delete(users).where(eq(users.id, userId)).returning({ id: users.id })
    if (deletedUsers.length === 0) throw notFound('profile')
  })
}
