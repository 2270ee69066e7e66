import { eq } from 'drizzle-orm'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import { sessions } from '../accounts.table.ts'
import { type SignedIn, sessionOf } from '../sessions/session.ts'
import { findGoogleOwner } from './google-account.ts'
import type { GooglePerson } from './google-issuer.ts'
import { type RedirectRequest, startGoogleFlow } from './google-oauth-intent.ts'
import { GoogleRefusal } from './google-refusal.ts'
import type { GoogleOAuthIntent } from './google-state.ts'

/** Returns the URL for confirming the identity with Google. Throws unavailable `auth.google_unavailable`. */
export const startGoogleConfirmation = (
  services: AccountServices,
  request: RequestContext,
  { userId, sessionId }: SignedIn,
  returnTo: string,
): Promise<string> => startGoogleFlow(services, request, { confirm: { userId, sessionId, returnTo } })

/** Google has just signed the person in to this session, which confirms their identity for a few minutes. */
export const markConfirmedByGoogle = (services: AccountServices, sessionId: string): Promise<unknown> =>
  systemTransaction(services.db, (transaction) =>
    transaction.update(sessions).set({ googleConfirmedAt: new Date() }).where(eq(sessions.id, sessionId)),
  )

/** Confirms the session that asked for it, by its own Google account. Throws GoogleRefusal `other_person`, `other_account`. */
export async function confirmWithGoogle(
  services: AccountServices,
  request: RedirectRequest,
  googlePerson: GooglePerson,
  { userId, sessionId }: NonNullable<GoogleOAuthIntent['confirm']>,
): Promise<void> {
  const currentSession = await sessionOf(services.auth, request.headers)
  if (currentSession?.sessionId !== sessionId) throw new GoogleRefusal('other_person')
  if ((await systemTransaction(services.db, (transaction) => findGoogleOwner(transaction, googlePerson))) !== userId)
    throw new GoogleRefusal('other_account')
  await markConfirmedByGoogle(services, sessionId)
}
