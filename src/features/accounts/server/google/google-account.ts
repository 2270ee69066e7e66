import { and, eq } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import type { AccountServices } from '../account-services.ts'
import { passkeys, profiles, sessions, signInMethods, twoFactors, users } from '../accounts.table.ts'
import { createAccount } from '../create-account.ts'
import { type AcceptedTerms, acceptedTerms, recordTerms } from '../profile/terms.ts'
import { endPendingAccess } from '../sessions/pending-access.ts'
import type { GooglePerson } from './google-issuer.ts'
import { GoogleRefusal } from './google-refusal.ts'
import type { GoogleOAuthIntent } from './google-state.ts'

const GOOGLE_PROVIDER = 'google'
export const googleOf = (userId: string) =>
  and(eq(signInMethods.userId, userId), eq(signInMethods.providerId, GOOGLE_PROVIDER))
const bySubject = (subject: string) =>
  and(eq(signInMethods.providerId, GOOGLE_PROVIDER), eq(signInMethods.accountId, subject))

/**
 * Connects a Google account to the user. Returns false when it belongs to another user. Google's tokens are not stored.
 */
export async function addGoogle(transaction: Tx, userId: string, googlePerson: GooglePerson): Promise<boolean> {
  const addedMethods = await transaction
    .insert(signInMethods)
    .values({
      id: newId(),
      userId,
      providerId: GOOGLE_PROVIDER,
      accountId: googlePerson.subject,
      email: googlePerson.verifiedEmail,
    })
    .onConflictDoNothing({ target: [signInMethods.providerId, signInMethods.accountId] })
    .returning({ id: signInMethods.id })
  return addedMethods.length > 0
}

/** Whom this Google account signs in, or null. */
export async function findGoogleOwner(transaction: Tx, googlePerson: GooglePerson): Promise<string | null> {
  const [row] = await transaction
    .select({ userId: signInMethods.userId })
    .from(signInMethods)
    .where(bySubject(googlePerson.subject))
  return row?.userId ?? null
}

type SignUpIntent = Pick<GoogleOAuthIntent, 'invitation' | 'acceptedTerms'>

/**
 * Throws where this instance does not take a new person, or they have not accepted its terms. Returns the token of the
 * invitation if it is theirs, and the terms they accepted.
 */
async function requireAdmission(
  services: AccountServices,
  transaction: Tx,
  email: string,
  { invitation, acceptedTerms: accepted }: SignUpIntent,
): Promise<{ invitation: string | null; terms: AcceptedTerms | null }> {
  const isInvited = invitation ? (await services.invitedAddress(transaction, invitation)) === email : false
  const { signup, termsVersion } = services.config
  if (signup !== 'open' && !(signup === 'invite' && isInvited))
    throw new GoogleRefusal(signup === 'invite' ? 'signup_invite' : 'signup_closed')
  if (termsVersion !== null && accepted !== termsVersion) throw new GoogleRefusal('terms')
  return { invitation: (isInvited && invitation) || null, terms: acceptedTerms(services.config, accepted) }
}

/**
 * An unverified sign-up used this address, and its owner has now proven it. Everything the other person set up is
 * deleted: password, sessions, links, second factor, passkeys.
 */
async function takeOver(transaction: Tx, userId: string, googlePerson: GooglePerson): Promise<void> {
  await transaction.delete(signInMethods).where(eq(signInMethods.userId, userId))
  await transaction.delete(sessions).where(eq(sessions.userId, userId))
  await endPendingAccess(transaction, userId)
  await transaction.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await transaction.delete(passkeys).where(eq(passkeys.userId, userId))
  const { firstName, lastName } = googlePerson
  await transaction
    .update(users)
    .set({ name: `${firstName} ${lastName}`.trim(), emailVerified: true, twoFactorEnabled: false })
    .where(eq(users.id, userId))
  await transaction.update(profiles).set({ firstName, lastName }).where(eq(profiles.id, userId))
}

/** The account with Google's address, once Google signs its person in; null where there is none. */
async function joinByAddress(
  services: AccountServices,
  transaction: Tx,
  googlePerson: GooglePerson & { verifiedEmail: string },
  signUpIntent: SignUpIntent,
): Promise<string | null> {
  const [user] = await transaction.select().from(users).where(eq(users.email, googlePerson.verifiedEmail)).for('update')
  if (!user) return null
  if (user.emailVerified) {
    if (await addGoogle(transaction, user.id, googlePerson)) {
      await endPendingAccess(transaction, user.id)
      await services.sendMail(transaction, { notice: 'google_connected', to: user.email })
    }
    return user.id
  }
  const [signUp] = await transaction
    .select({ id: signInMethods.id })
    .from(signInMethods)
    .where(and(eq(signInMethods.userId, user.id), eq(signInMethods.providerId, 'credential')))
  // The instance's own account cannot sign in.
  if (!signUp) throw new GoogleRefusal('taken')
  const { invitation, terms } = await requireAdmission(services, transaction, googlePerson.verifiedEmail, signUpIntent)
  await takeOver(transaction, user.id, googlePerson)
  await addGoogle(transaction, user.id, googlePerson)
  await recordTerms(transaction, user.id, terms)
  if (invitation) await services.joinInvited(transaction, invitation, user.id)
  return user.id
}

/**
 * Returns the user for a Google account: the one who connected it, else the one with its address, else a new one. The
 * address counts only when both Google and this instance have verified it. `transaction` runs as the system role.
 * Throws GoogleRefusal `unverified`, `signup_closed`, `signup_invite`, `terms`, `taken`.
 */
export async function personOf(
  services: AccountServices,
  transaction: Tx,
  googlePerson: GooglePerson,
  signUpIntent: SignUpIntent,
): Promise<string> {
  const existingOwner = await findGoogleOwner(transaction, googlePerson)
  if (existingOwner) return existingOwner
  const { verifiedEmail } = googlePerson
  if (!verifiedEmail) throw new GoogleRefusal('unverified')
  const joinedUserId = await joinByAddress(services, transaction, { ...googlePerson, verifiedEmail }, signUpIntent)
  if (joinedUserId) return joinedUserId
  const { invitation, terms } = await requireAdmission(services, transaction, verifiedEmail, signUpIntent)
  const createdUserId = await createAccount(transaction, {
    firstName: googlePerson.firstName,
    lastName: googlePerson.lastName,
    email: verifiedEmail,
    passwordHash: null,
    trialDays: services.trialDays,
    emailVerified: true,
    terms,
  })
  // Null: the same person was faster in another window, and is there by now.
  const userId =
    createdUserId ?? (await joinByAddress(services, transaction, { ...googlePerson, verifiedEmail }, signUpIntent))
  if (!userId) throw new GoogleRefusal('failed')
  if (createdUserId) {
    await addGoogle(transaction, createdUserId, googlePerson)
    if (invitation) await services.joinInvited(transaction, invitation, createdUserId)
  }
  return userId
}
