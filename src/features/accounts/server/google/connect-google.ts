import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import { signInMethods, users } from '../accounts.table.ts'
import { passwordHashOf } from '../passwords.ts'
import { endPendingAccess } from '../sessions/pending-access.ts'
import { sessionOf } from '../sessions/session.ts'
import { addGoogle, findGoogleOwner, googleOf } from './google-account.ts'
import type { GooglePerson } from './google-issuer.ts'
import { type RedirectRequest, startGoogleFlow } from './google-oauth-intent.ts'
import { GoogleRefusal } from './google-refusal.ts'
import type { GoogleOAuthIntent } from './google-state.ts'

interface AccountPerson {
  userId: string
  email: string
}

const isConnected = async (transaction: Tx, userId: string): Promise<boolean> =>
  (await transaction.$count(signInMethods, googleOf(userId))) > 0

/**
 * Returns the URL for connecting Google to this account. Throws conflict `auth.google_connected`, unavailable
 * `auth.google_unavailable`.
 */
export async function startConnecting(
  services: AccountServices,
  request: RequestContext,
  person: AccountPerson,
): Promise<string> {
  if (await systemTransaction(services.db, (transaction) => isConnected(transaction, person.userId)))
    throw new AppError('conflict', 'auth.google_connected', 'Google is connected already. Please reload the page.')
  return startGoogleFlow(services, request, { link: { userId: person.userId, email: person.email } })
}

/**
 * Lets Google sign in the person who asked for it, if they are still the one signed in in this browser. The address may
 * be another than theirs: they have shown that both accounts are theirs.
 * Throws GoogleRefusal `other_person`, `unverified`, `taken`.
 */
export async function connectGoogle(
  services: AccountServices,
  request: RedirectRequest,
  googlePerson: GooglePerson,
  linkIntent: NonNullable<GoogleOAuthIntent['link']>,
): Promise<void> {
  const currentSession = await sessionOf(services.auth, request.headers)
  if (currentSession?.userId !== linkIntent.userId) throw new GoogleRefusal('other_person')
  if (!googlePerson.verifiedEmail) throw new GoogleRefusal('unverified')
  await systemTransaction(services.db, async (transaction) => {
    const [user] = await transaction.select().from(users).where(eq(users.id, linkIntent.userId)).for('update')
    if (!user) throw new GoogleRefusal('other_person')
    const existingOwner = await findGoogleOwner(transaction, googlePerson)
    if (existingOwner === user.id) return
    if (
      existingOwner ||
      (await isConnected(transaction, user.id)) ||
      !(await addGoogle(transaction, user.id, googlePerson))
    )
      throw new GoogleRefusal('taken')
    await endPendingAccess(transaction, user.id)
    await services.sendMail(transaction, { notice: 'google_connected', to: user.email })
  })
}

/** Google signs this person in no more. Throws conflict `auth.last_way_in` where nothing else would. */
export async function disconnectGoogle(services: AccountServices, person: AccountPerson): Promise<void> {
  await systemTransaction(services.db, async (transaction) => {
    const [user] = await transaction
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, person.userId))
      .for('update')
    if (!user) throw notFound('profile')
    if ((await passwordHashOf(transaction, user.id)) === null)
      throw new AppError(
        'conflict',
        'auth.last_way_in',
        'Please set a password first. Without Google, you could no longer sign in.',
      )
    const removedMethods = await transaction
      .delete(signInMethods)
      .where(googleOf(user.id))
      .returning({ id: signInMethods.id })
    if (removedMethods.length === 0) return
    await endPendingAccess(transaction, user.id)
    await services.sendMail(transaction, { notice: 'google_disconnected', to: person.email })
  })
}
