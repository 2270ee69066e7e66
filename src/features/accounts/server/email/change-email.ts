import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import { type AccountServices, deadLink, invalidField } from '../account-services.ts'
import { sessions, users } from '../accounts.table.ts'
import { requirePassword } from '../passwords.ts'
import { requireAccountCheck } from '../profile/account-check.ts'
import { endPendingAccess } from '../sessions/pending-access.ts'
import { sessionOf } from '../sessions/session.ts'
import { deleteLinks, findLink, followLink, issueLink, linkToken } from './mailed-links.ts'

const deadConfirmation = () =>
  deadLink('auth.link_invalid', 'This link has expired or was used already. You can ask for a new one.')

/**
 * Mails a link to the new address, and a notice with a link that cancels the change to the present one. Nothing changes
 * until the first link is followed. Answers alike where the new address has an account: its owner gets a notice instead.
 * Throws invalid `account.same_email`; rate_limited where the new address has had enough mail.
 */
export async function requestEmailChange(services: AccountServices, userId: string, newEmail: string): Promise<void> {
  const email = newEmail.trim().toLowerCase()
  await services.mailLimit.require(email)
  await systemTransaction(services.db, async (transaction) => {
    const [user] = await transaction.select().from(users).where(eq(users.id, userId))
    if (!user) throw notFound('profile')
    if (user.email === email) throw invalidField('email', 'account.same_email', 'This is your email address already.')
    await deleteLinks(transaction, userId, 'change_email', 'disown_email_change')
    const changeLink = await issueLink(transaction, { purpose: 'change_email', userId, email })
    const [holder] = await transaction.select({ id: users.id }).from(users).where(eq(users.email, email))
    await services.sendMail(transaction, holder ? { notice: 'already_registered', to: email } : { link: changeLink })
    const disownLink = await issueLink(transaction, { purpose: 'disown_email_change', userId, email: user.email })
    await services.sendMail(transaction, { link: disownLink })
  })
}

/** Cancels the change that waits for its confirmation: its mailed links no longer work. */
export const cancelEmailChange = (services: AccountServices, userId: string): Promise<void> =>
  systemTransaction(services.db, (transaction) =>
    deleteLinks(transaction, userId, 'change_email', 'disown_email_change'),
  )

/**
 * Makes the confirmed address the account's own. The link alone is not enough, because it went to an address that an
 * intruder may have chosen: the request carries a session of the account, or its password.
 * @param beforeCheckingPassword counts the attempt, and throws where there were too many
 * Throws invalid `auth.link_invalid`, `auth.password_required`, `auth.wrong_password`, `auth.sign_in_first`;
 * conflict `account.email_taken`.
 */
export async function confirmEmailChange(
  services: AccountServices,
  request: Pick<RequestContext, 'headers'>,
  confirmation: { token: string; password?: string | undefined },
  beforeCheckingPassword: (userId: string) => Promise<void>,
): Promise<string> {
  const linkQuery = {
    secretKeys: services.config.secretKeys,
    purpose: 'change_email',
    token: confirmation.token,
  } as const
  const foundLink = await systemTransaction(services.db, (transaction) => findLink(transaction, linkQuery))
  if (!foundLink) throw deadConfirmation()
  const currentSession = await sessionOf(services.auth, request.headers)
  if (currentSession?.userId !== foundLink.userId) {
    if (confirmation.password) await beforeCheckingPassword(foundLink.userId)
    await requirePassword(services, foundLink.userId, confirmation.password)
  }
  return systemTransaction(services.db, async (transaction) => {
    const changeLink = await followLink(transaction, linkQuery)
    if (!changeLink) throw deadConfirmation()
    const [holder] = await transaction.select({ id: users.id }).from(users).where(eq(users.email, changeLink.email))
    if (holder) throw new AppError('conflict', 'account.email_taken', 'This email address belongs to another account.')
    const [user] = await transaction
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, changeLink.userId))
      .for('update')
    if (!user) throw notFound('profile')
    await transaction
      .update(users)
      .set({ email: changeLink.email, emailVerified: true, updatedAt: new Date() })
      .where(eq(users.id, changeLink.userId))
    await endPendingAccess(transaction, changeLink.userId)
    await services.sendMail(transaction, { notice: 'email_changed', to: user.email })
    return changeLink.email
  })
}

/**
 * "This wasn't me": cancels the change, ends every session and all pending access.
 * @returns the token of a link that sets a new password
 * Throws invalid `auth.link_invalid`.
 */
export const disownEmailChange = (services: AccountServices, sealedToken: string): Promise<string> =>
  systemTransaction(services.db, async (transaction) => {
    const { secretKeys, secretKey } = services.config
    const disownLink = await followLink(transaction, { secretKeys, purpose: 'disown_email_change', token: sealedToken })
    if (!disownLink)
      throw deadLink('auth.link_invalid', 'This link has expired or was used already, or the change was confirmed.')
    await endPendingAccess(transaction, disownLink.userId)
    await transaction.delete(sessions).where(eq(sessions.userId, disownLink.userId))
    await requireAccountCheck(transaction, disownLink.userId)
    const resetLink = await issueLink(transaction, {
      purpose: 'reset_password',
      userId: disownLink.userId,
      email: disownLink.email,
    })
    return linkToken(secretKey, resetLink)
  })
