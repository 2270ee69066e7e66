import { and, eq } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import type { AccountServices } from '../account-services.ts'
import { passkeys, profiles, sessions, signInMethods, twoFactors, users } from '../accounts.table.ts'
import { createAccount } from '../create-account.ts'
import { endPendingAccess } from '../pending-access.ts'
import type { GooglePerson } from './google-issuer.ts'
import { GoogleRefusal } from './google-refusal.ts'

const GOOGLE = 'google'
export const googleOf = (userId: string) => and(eq(signInMethods.userId, userId), eq(signInMethods.providerId, GOOGLE))
const bySubject = (subject: string) => and(eq(signInMethods.providerId, GOOGLE), eq(signInMethods.accountId, subject))

/**
 * Connects a Google account to the user. Returns false when it belongs to another user. Google's tokens are not stored.
 */
export async function addGoogle(tx: Tx, userId: string, google: GooglePerson): Promise<boolean> {
  const added = await tx
    .insert(signInMethods)
    .values({ id: newId(), userId, providerId: GOOGLE, accountId: google.subject, email: google.verifiedEmail })
    .onConflictDoNothing({ target: [signInMethods.providerId, signInMethods.accountId] })
    .returning({ id: signInMethods.id })
  return added.length > 0
}

/** Whom this Google account signs in, or null. */
export async function ownerOf(tx: Tx, google: GooglePerson): Promise<string | null> {
  const [row] = await tx.select({ userId: signInMethods.userId }).from(signInMethods).where(bySubject(google.subject))
  return row?.userId ?? null
}

/** Throws where this instance does not take a new person. Returns whether the invitation is theirs. */
async function admit(services: AccountServices, tx: Tx, email: string, invitation: string | undefined) {
  const invited = invitation ? (await services.invitedAddress(tx, invitation)) === email : false
  const { signup } = services.config
  if (signup === 'open' || (signup === 'invite' && invited)) return invited
  throw new GoogleRefusal(signup === 'invite' ? 'signup_invite' : 'signup_closed')
}

/**
 * An unverified sign-up used this address, and its owner has now proven it. Everything the other person set up is
 * deleted: password, sessions, links, second factor, passkeys.
 */
async function takeOver(tx: Tx, userId: string, google: GooglePerson): Promise<void> {
  await tx.delete(signInMethods).where(eq(signInMethods.userId, userId))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  await endPendingAccess(tx, userId)
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  const { firstName, lastName } = google
  await tx
    .update(users)
    .set({ name: `${firstName} ${lastName}`.trim(), emailVerified: true, twoFactorEnabled: false })
    .where(eq(users.id, userId))
  await tx.update(profiles).set({ firstName, lastName }).where(eq(profiles.id, userId))
}

/** The account with Google's address, once Google signs its person in; null where there is none. */
async function joinByAddress(
  services: AccountServices,
  tx: Tx,
  google: GooglePerson & { verifiedEmail: string },
  invitation: string | undefined,
): Promise<string | null> {
  const [user] = await tx.select().from(users).where(eq(users.email, google.verifiedEmail)).for('update')
  if (!user) return null
  if (user.emailVerified) {
    if (await addGoogle(tx, user.id, google)) {
      await endPendingAccess(tx, user.id)
      await services.sendMail(tx, { notice: 'google_connected', to: user.email })
    }
    return user.id
  }
  const [signUp] = await tx
    .select({ id: signInMethods.id })
    .from(signInMethods)
    .where(and(eq(signInMethods.userId, user.id), eq(signInMethods.providerId, 'credential')))
  // The instance's own account cannot sign in.
  if (!signUp) throw new GoogleRefusal('taken')
  const invited = await admit(services, tx, google.verifiedEmail, invitation)
  await takeOver(tx, user.id, google)
  await addGoogle(tx, user.id, google)
  if (invited && invitation) await services.joinInvited(tx, invitation, user.id)
  return user.id
}

/**
 * Returns the user for a Google account: the one who connected it, else the one with its address, else a new one. The
 * address counts only when both Google and this instance have verified it. `tx` runs as the system role. Throws
 * GoogleRefusal `unverified`, `signup_closed`, `signup_invite`, `taken`.
 */
export async function personOf(
  services: AccountServices,
  tx: Tx,
  google: GooglePerson,
  invitation: string | undefined,
): Promise<string> {
  const owner = await ownerOf(tx, google)
  if (owner) return owner
  const { verifiedEmail } = google
  if (!verifiedEmail) throw new GoogleRefusal('unverified')
  const known = await joinByAddress(services, tx, { ...google, verifiedEmail }, invitation)
  if (known) return known
  const invited = await admit(services, tx, verifiedEmail, invitation)
  const created = await createAccount(tx, {
    firstName: google.firstName,
    lastName: google.lastName,
    email: verifiedEmail,
    passwordHash: null,
    trialDays: services.trialDays,
    emailVerified: true,
  })
  // Null: the same person was faster in another window, and is there by now.
  const userId = created ?? (await joinByAddress(services, tx, { ...google, verifiedEmail }, invitation))
  if (!userId) throw new GoogleRefusal('failed')
  if (created) {
    await addGoogle(tx, created, google)
    if (invited && invitation) await services.joinInvited(tx, invitation, created)
  }
  return userId
}
