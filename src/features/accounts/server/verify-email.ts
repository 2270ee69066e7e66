import { and, eq } from 'drizzle-orm'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { type AccountServices, deadLink } from './account-services.ts'
import { profiles, signInMethods, users } from './accounts.table.ts'
import { followLink, issueLink, type MailedLink, newestLink } from './mailed-links.ts'
import { startSession } from './start-session.ts'

/** Mails the link that is waiting to be followed again, or a new one where it has expired. */
export async function mailVerification(
  services: AccountServices,
  tx: Tx,
  person: { userId: string; email: string },
): Promise<void> {
  const waiting = await newestLink(tx, person.userId, 'verify_email')
  const link = waiting?.id ?? (await issueLink(tx, { purpose: 'verify_email', ...person }))
  await services.sendMail(tx, { link })
}

/** Mails the link again to whoever has not confirmed their address; does nothing for others, and answers alike. */
export async function resendVerification(services: AccountServices, email: string): Promise<void> {
  await systemTransaction(services.db, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email.trim().toLowerCase()))
    if (user && !user.emailVerified) await mailVerification(services, tx, { userId: user.id, email: user.email })
  })
}

/** What the sign-up that asked for this link had chosen is what counts. */
async function takeOverSignUp(tx: Tx, userId: string, signUp: NonNullable<MailedLink['signUp']>): Promise<void> {
  const { passwordHash, firstName, lastName } = signUp
  await tx
    .update(signInMethods)
    .set({ password: passwordHash, updatedAt: new Date() })
    .where(and(eq(signInMethods.userId, userId), eq(signInMethods.providerId, 'credential')))
  await tx.update(profiles).set({ firstName, lastName }).where(eq(profiles.id, userId))
  await tx
    .update(users)
    .set({ name: `${firstName} ${lastName}`.trim() })
    .where(eq(users.id, userId))
}

/** Confirms the address that the link was mailed to and signs its owner in. Throws invalid `auth.link_invalid`. */
export async function verifyEmail(services: AccountServices, request: RequestContext, token: string): Promise<void> {
  const { db, config } = services
  const userId = await systemTransaction(db, async (tx) => {
    const link = await followLink(tx, { secretKeys: config.secretKeys, purpose: 'verify_email', token })
    if (!link)
      throw deadLink(
        'auth.link_invalid',
        'This link has expired or was used already. If your address is confirmed, just sign in.',
      )
    await tx.update(users).set({ emailVerified: true, updatedAt: new Date() }).where(eq(users.id, link.userId))
    if (link.signUp) await takeOverSignUp(tx, link.userId, link.signUp)
    return link.userId
  })
  await startSession(services.auth, request, userId)
}
