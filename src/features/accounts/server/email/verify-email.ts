import { eq } from 'drizzle-orm'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import { type AccountServices, deadLink } from '../account-services.ts'
import { profiles, users } from '../accounts.table.ts'
import { browserIdOf, rememberBrowser } from '../browser-cookies.ts'
import { hashNewPassword, setPassword } from '../passwords.ts'
import { recordTerms } from '../profile/terms.ts'
import { startSession } from '../sessions/start-session.ts'
import { findLink, followLink, issueLink, type MailedLink, mayMailLink, newestLink } from './mailed-links.ts'

/** Mails the link again, or a new one where it has expired. Does nothing, and answers alike, for a confirmed address. */
export async function resendVerification(services: AccountServices, givenEmail: string): Promise<void> {
  const email = givenEmail.trim().toLowerCase()
  const isAdmitted = await services.mailLimit.admits(email)
  await systemTransaction(services.db, async (transaction) => {
    const [user] = await transaction.select().from(users).where(eq(users.email, email)).for('no key update')
    if (!user || user.emailVerified) return
    if (!(await mayMailLink(transaction, isAdmitted, { userId: user.id, purpose: 'verify_email' }))) return
    const waitingLink = await newestLink(transaction, user.id, 'verify_email')
    const verificationLink =
      waitingLink?.id ?? (await issueLink(transaction, { purpose: 'verify_email', userId: user.id, email }))
    await services.sendMail(transaction, { link: verificationLink })
  })
}

const deadVerification = () =>
  deadLink(
    'auth.link_invalid',
    'This link has expired or was used already. If your address is confirmed, just sign in.',
  )

async function takeNames(
  transaction: Tx,
  userId: string,
  signUpChoices: NonNullable<MailedLink['signUp']>,
): Promise<void> {
  const { firstName, lastName } = signUpChoices
  await transaction.update(profiles).set({ firstName, lastName }).where(eq(profiles.id, userId))
  await transaction
    .update(users)
    .set({ name: `${firstName} ${lastName}`.trim() })
    .where(eq(users.id, userId))
}

/**
 * Confirms the address that the link was mailed to and signs its owner in. The password of the sign-up counts only in the
 * browser that signed up; in any other the owner chooses one here, because a stranger may have signed up with the address.
 * @returns `signed_in: false` where a password has to be chosen first; the link still works then
 * Throws invalid `auth.link_invalid`, `auth.weak_password`.
 */
export async function verifyEmail(
  services: AccountServices,
  request: RequestContext,
  verification: { token: string; password?: string | undefined },
): Promise<{ signed_in: boolean }> {
  const { db, config } = services
  const linkQuery = { secretKeys: config.secretKeys, purpose: 'verify_email', token: verification.token } as const
  const foundLink = await systemTransaction(db, (transaction) => findLink(transaction, linkQuery))
  if (!foundLink) throw deadVerification()
  const { signUp, email, userId } = foundLink
  const isSignUpBrowser = signUp !== null && browserIdOf(config, request, 'sign-up', email) === signUp.browserId
  if (!isSignUpBrowser && verification.password === undefined) return { signed_in: false }
  const passwordHash =
    isSignUpBrowser && verification.password === undefined
      ? signUp.passwordHash
      : await hashNewPassword(services, verification.password ?? '', email)
  await systemTransaction(db, async (transaction) => {
    if (!(await followLink(transaction, linkQuery))) throw deadVerification()
    await transaction.update(users).set({ emailVerified: true, updatedAt: new Date() }).where(eq(users.id, userId))
    if (signUp) await takeNames(transaction, userId, signUp)
    // In another browser it was perhaps another person who accepted them.
    if (isSignUpBrowser && signUp.terms) {
      const { version, acceptedAt } = signUp.terms
      await recordTerms(transaction, userId, { version, acceptedAt: new Date(acceptedAt) })
    }
    await setPassword(transaction, userId, { passwordHash, keepSession: null })
  })
  await services.mailLimit.resetCount(email)
  await startSession(services.auth, request, userId)
  rememberBrowser(config, request, 'known', email)
  return { signed_in: true }
}
