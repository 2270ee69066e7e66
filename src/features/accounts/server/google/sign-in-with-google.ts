import { eq } from 'drizzle-orm'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { AccountServices } from '../account-services.ts'
import { users } from '../accounts.table.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { rememberBrowser } from '../browser-cookies.ts'
import { isAccountCheckDue } from '../profile/account-check.ts'
import { startSession } from '../sessions/start-session.ts'
import { markConfirmedByGoogle } from './confirm-with-google.ts'
import { personOf } from './google-account.ts'
import type { GooglePerson } from './google-issuer.ts'
import type { RedirectRequest } from './google-oauth-intent.ts'
import { GoogleRefusal } from './google-refusal.ts'
import type { GoogleOAuthIntent } from './google-state.ts'

/**
 * Signs the person in, or up, for whom Google vouches. `signed_in` is false where a code is asked for next: connecting
 * Google does not do away with the second step. Throws GoogleRefusal; `check_account` after a reset, because an intruder
 * may have connected this Google account, and could finish the owner's account check with it.
 */
export async function signInWithGoogle(
  services: AccountServices,
  request: RedirectRequest,
  googlePerson: GooglePerson,
  oauthIntent: GoogleOAuthIntent,
): Promise<{ signed_in: boolean }> {
  const signedInPerson = await systemTransaction(services.db, async (transaction) => {
    const personId = await personOf(services, transaction, googlePerson, oauthIntent)
    if (await isAccountCheckDue(transaction, personId)) throw new GoogleRefusal('check_account')
    const [user] = await transaction
      .select({ email: users.email, twoFactor: users.twoFactorEnabled })
      .from(users)
      .where(eq(users.id, personId))
    return { id: personId, email: user?.email ?? '', twoFactor: user?.twoFactor ?? false }
  })
  if (!signedInPerson.twoFactor) {
    await markConfirmedByGoogle(services, await startSession(services.auth, request, signedInPerson.id))
    rememberBrowser(services.config, request, 'known', signedInPerson.email)
    return { signed_in: true }
  }
  const { headers } = await services.auth.api.startChallenge({
    body: { userId: signedInPerson.id },
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  return { signed_in: false }
}
