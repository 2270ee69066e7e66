import { eq } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import { type AccountServices, deadLink } from '../account-services.ts'
import { users } from '../accounts.table.ts'
import { hashNewPassword, setPassword } from '../passwords.ts'
import { requireAccountCheck } from '../profile/account-check.ts'
import { findLink, followLink, issueLink, type MailedLink, mayMailLink } from './mailed-links.ts'

const invalidLink = () =>
  deadLink('auth.reset_link_invalid', 'Invalid password reset link. Please request a new password reset.')

/**
 * Mails a link to the owner of an account; answers alike, and as fast, where there is none. Past the address's mail limit
 * nothing more is sent while a link that was sent before still works.
 */
export async function requestPasswordReset(services: AccountServices, given: string): Promise<void> {
  const email = given.trim().toLowerCase()
  const isAdmitted = await services.mailLimit.admits(email)
  await systemTransaction(services.db, async (transaction) => {
    const [user] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, email))
      .for('no key update')
    if (user && !(await mayMailLink(transaction, isAdmitted, { userId: user.id, purpose: 'reset_password' }))) return
    const link = user ? await issueLink(transaction, { purpose: 'reset_password', userId: user.id, email }) : newId()
    await services.sendMail(transaction, { link })
  })
}

const find = (services: AccountServices, transaction: Tx, token: string): Promise<MailedLink | null> =>
  findLink(transaction, { secretKeys: services.config.secretKeys, purpose: 'reset_password', token })

export const checkResetLink = async (services: AccountServices, token: string): Promise<boolean> =>
  (await systemTransaction(services.db, (transaction) => find(services, transaction, token))) !== null

/**
 * Sets the password, uses the link up, and ends every session. Following a mailed link also proves the address.
 * Throws invalid `auth.reset_link_invalid`, `auth.weak_password`; a refused password leaves the link as it is.
 */
export async function resetPassword(
  services: AccountServices,
  input: { access_token: string; password: string },
): Promise<void> {
  const { db, config } = services
  const found = await systemTransaction(db, (transaction) => find(services, transaction, input.access_token))
  if (!found) throw invalidLink()
  const passwordHash = await hashNewPassword(services, input.password, found.email)
  await systemTransaction(db, async (transaction) => {
    const link = await followLink(transaction, {
      secretKeys: config.secretKeys,
      purpose: 'reset_password',
      token: input.access_token,
    })
    if (!link) throw invalidLink()
    await setPassword(transaction, link.userId, { passwordHash, keepSession: null })
    await transaction.update(users).set({ emailVerified: true, updatedAt: new Date() }).where(eq(users.id, link.userId))
    await requireAccountCheck(transaction, link.userId)
    await services.sendMail(transaction, { notice: 'password_changed', to: link.email })
  })
  await services.mailLimit.resetCount(found.email)
}
