import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { type AccountServices, deadLink, invalidField } from './account-services.ts'
import { users } from './accounts.table.ts'
import { followLink, forgetLinks, issueLink } from './mailed-links.ts'
import { provePassword } from './passwords.ts'

/**
 * Mails a link to the new address and a notice to the present one; nothing changes until the link is followed. Answers
 * alike where the new address belongs to somebody: that person gets a mail instead.
 * Throws invalid `auth.wrong_password`, `account.same_email`.
 */
export async function requestEmailChange(
  services: AccountServices,
  userId: string,
  input: { email: string; password?: string | undefined },
): Promise<void> {
  const email = input.email.trim().toLowerCase()
  await provePassword(services, userId, input.password, 'password')
  await systemTransaction(services.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    if (!user) throw notFound('profile')
    if (user.email === email) throw invalidField('email', 'account.same_email', 'This is your email address already.')
    await forgetLinks(tx, userId, 'change_email')
    const link = await issueLink(tx, { purpose: 'change_email', userId, email })
    const [holder] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    await services.sendMail(tx, holder ? { notice: 'already_registered', to: email } : { link })
    await services.sendMail(tx, { notice: 'email_change_requested', to: user.email })
  })
}

/** The mailed link no longer works. */
export const cancelEmailChange = (services: AccountServices, userId: string): Promise<void> =>
  systemTransaction(services.db, (tx) => forgetLinks(tx, userId, 'change_email'))

/** Makes the confirmed address the person's own. Throws invalid `auth.link_invalid`, conflict `account.email_taken`. */
export const confirmEmailChange = (services: AccountServices, token: string): Promise<string> =>
  systemTransaction(services.db, async (tx) => {
    const link = await followLink(tx, { secretKeys: services.config.secretKeys, purpose: 'change_email', token })
    if (!link)
      throw deadLink('auth.link_invalid', 'This link has expired or was used already. You can ask for a new one.')
    const [holder] = await tx.select({ id: users.id }).from(users).where(eq(users.email, link.email))
    if (holder)
      throw new AppError('conflict', 'account.email_taken', 'This email address belongs to another account by now.')
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, link.userId)).for('update')
    if (!user) throw notFound('profile')
    await tx
      .update(users)
      .set({ email: link.email, emailVerified: true, updatedAt: new Date() })
      .where(eq(users.id, link.userId))
    // Links that were mailed to the former address are its owner's no longer.
    await forgetLinks(tx, link.userId, 'reset_password')
    await services.sendMail(tx, { notice: 'email_changed', to: user.email })
    return link.email
  })
