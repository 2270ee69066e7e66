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
export async function requestPasswordReset(services: AccountServices, givenEmail: string): Promise<void> {
  const email = givenEmail.trim().toLowerCase()
  const isAdmitted = await services.mailLimit.admits(email)
  await systemTransaction(services.db, async (transaction) => {
    const [user] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, email))
      .for('no key update')
    if (user && !(await mayMailLink(transaction, isAdmitted, { userId: user.id, purpose: 'reset_password' }))) return
    const resetLink = user
      ? await issueLink(transaction, { purpose: 'reset_password', userId: user.id, email })
      : newId()
    await services.sendMail(transaction, { link: resetLink })
  })
}

const findResetLink = (services: AccountServices, transaction: Tx, sealedToken: string): Promise<MailedLink | null> =>
  findLink(transaction, { secretKeys: services.config.secretKeys, purpose: 'reset_password', token: sealedToken })

export const checkResetLink = async (services: AccountServices, sealedToken: string): Promise<boolean> =>
  (await systemTransaction(services.db, (transaction) => findResetLink(services, transaction, sealedToken))) !== null

/**
 * Sets the password, uses the link up, and ends every session. Following a mailed link also proves the address.
 * Throws invalid `auth.reset_link_invalid`, `auth.weak_password`; a refused password leaves the link as it is.
 */
export async function resetPassword(
  services: AccountServices,
  newPassword: { access_token: string; password: string },
): Promise<void> {
  const { db, config } = services
  const foundLink = await systemTransaction(db, (transaction) =>
    findResetLink(services, transaction, newPassword.access_token),
  )
  if (!foundLink) throw invalidLink()
  const passwordHash = await hashNewPassword(services, newPassword.password, foundLink.email)
  await systemTransaction(db, async (transaction) => {
    const resetLink = await followLink(transaction, {
      secretKeys: config.secretKeys,
      purpose: 'reset_password',
      token: newPassword.access_token,
    })
    if (!resetLink) throw invalidLink()
    await setPassword(transaction, resetLink.userId, { passwordHash, keepSession: null })
    await transaction
      .update(users)
      .set({ emailVerified: true, updatedAt: new Date() })
      .where(eq(users.id, resetLink.userId))
    await requireAccountCheck(transaction, resetLink.userId)
    await services.sendMail(transaction, { notice: 'password_changed', to: resetLink.email })
  })
  await services.mailLimit.resetCount(foundLink.email)
}
