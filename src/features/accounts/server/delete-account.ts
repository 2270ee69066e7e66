import { eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { AccountServices } from './account-services.ts'
import { users } from './accounts.table.ts'
import { avatarFolder } from './avatar.ts'

/**
 * Deletes the person with sessions, links and profile, and, through the subscribers of `account.deleting`, what only they
 * own: all of it or nothing. Their picture goes afterwards.
 */
export async function deleteAccount(services: AccountServices, userId: string): Promise<void> {
  await systemTransaction(services.db, async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    if (!user) throw notFound('profile')
    await services.events.emit(tx, { type: 'account.deleting', workspace_id: null, user_id: userId })
    await tx.delete(users).where(eq(users.id, userId))
  })
  await services.storage.deletePrefix(avatarFolder(userId))
}
