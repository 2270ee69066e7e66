import { APIError } from 'better-auth'
import { and, eq, ne } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { PasskeyAssertion, PasskeyRequestOptions } from '../../contract.ts'
import type { AccountServices } from '../account-services.ts'
import { sessions } from '../accounts.table.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { rememberBrowser } from '../browser-cookies.ts'
import { isAccountCheckDue } from '../profile/account-check.ts'
import type { SignedIn } from '../sessions/session.ts'
import { offersPasskeys } from './passkey-plugin.ts'

type PasskeyRequest = Pick<RequestContext, 'headers' | 'address' | 'responseHeaders'>

/** Throws unavailable `passkey.unavailable` where browsers know no passkeys for the address of this instance. */
export function requirePasskeySupport({ config }: Pick<AccountServices, 'config'>): void {
  if (offersPasskeys(config.appUrl)) return
  throw new AppError(
    'unavailable',
    'passkey.unavailable',
    'Passkeys need a domain name; this server is reached by its IP address.',
  )
}

/**
 * Makes a challenge for this browser, good once and for five minutes. Without a session any passkey of this instance
 * can answer it, with one only those of its person.
 */
export async function createPasskeyChallenge(
  services: AccountServices,
  request: PasskeyRequest,
): Promise<PasskeyRequestOptions> {
  requirePasskeySupport(services)
  const { headers, response } = await services.auth.api.generatePasskeyAuthenticationOptions({
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  return { ...response, userVerification: 'required' }
}

/** Verifies the answer to this browser's challenge. better-auth starts a session for it. Throws invalid `auth.wrong_passkey`. */
async function verifyPasskey({ auth }: AccountServices, requestHeaders: Headers, response: PasskeyAssertion) {
  try {
    return await auth.api.verifyPasskeyAuthentication({
      body: { response: { ...response } },
      headers: requestHeaders,
      returnHeaders: true,
    })
  } catch (verifyError) {
    if (!(verifyError instanceof APIError)) throw verifyError
    const refusalMessage = 'This passkey was not accepted. Please try again, or use another way.'
    throw new AppError('invalid', 'auth.wrong_passkey', refusalMessage, {
      details: { fields: [{ path: 'passkey', message: refusalMessage }] },
      cause: verifyError,
    })
  }
}

/**
 * Signs in the person whose passkey answered the challenge, without a second step. Throws invalid `auth.wrong_passkey`;
 * forbidden `auth.account_check_due` after a reset, because an intruder may have added this passkey, and could finish
 * the owner's account check with it.
 */
export async function signInWithPasskey(
  services: AccountServices,
  request: PasskeyRequest,
  response: PasskeyAssertion,
): Promise<void> {
  const verified = await verifyPasskey(services, authHeaders(request), response)
  const { session, user } = verified.response
  const isCheckDue = await systemTransaction(services.db, async (transaction) => {
    const isDue = await isAccountCheckDue(transaction, user.id)
    await (isDue ? endSession(transaction, session.id) : markConfirmedByPasskey(transaction, session.id))
    return isDue
  })
  if (isCheckDue)
    throw new AppError(
      'forbidden',
      'auth.account_check_due',
      'The password of this account was reset. Sign in with the new password first. After that, you can sign in with your passkeys again.',
    )
  forwardCookies(verified.headers, request)
  rememberBrowser(services.config, request, 'known', user.email)
}

/** The request's headers without its session, which better-auth would end in favor of the one that it starts. */
async function headersWithoutSession({ auth }: AccountServices, request: PasskeyRequest): Promise<Headers> {
  const { sessionToken } = (await auth.$context).authCookies
  const requestHeaders = authHeaders(request)
  const cookieTexts = (requestHeaders.get('cookie') ?? '').split(/;\s*/)
  requestHeaders.set(
    'cookie',
    cookieTexts.filter((cookieText) => !cookieText.startsWith(`${sessionToken.name}=`)).join('; '),
  )
  return requestHeaders
}

/**
 * Verifies that a passkey of this user answered the challenge; the session then counts as confirmed by a passkey.
 * Throws invalid `auth.wrong_passkey`.
 */
export async function provePasskey(
  services: AccountServices,
  request: PasskeyRequest,
  signedIn: { userId: string; sessionId: string },
  response: PasskeyAssertion,
): Promise<void> {
  const { session, user } = (await verifyPasskey(services, await headersWithoutSession(services, request), response))
    .response
  await systemTransaction(services.db, async (transaction) => {
    // better-auth's passkeys only sign in: the session that it started is not needed, and its cookie was not sent.
    await endSession(transaction, session.id)
    if (user.id === signedIn.userId) await markConfirmedByPasskey(transaction, signedIn.sessionId)
  })
  if (user.id !== signedIn.userId)
    throw new AppError('invalid', 'auth.wrong_passkey', 'This passkey belongs to another account.')
}

const endSession = (transaction: Tx, sessionId: string): Promise<unknown> =>
  transaction.delete(sessions).where(eq(sessions.id, sessionId))

/** The session satisfies workspaces that require a second factor. `transaction` runs as the system role. */
export const markConfirmedByPasskey = (transaction: Tx, sessionId: string): Promise<unknown> =>
  transaction.update(sessions).set({ passkeyConfirmedAt: new Date() }).where(eq(sessions.id, sessionId))

/**
 * A removed passkey may have confirmed any session: all but this one confirm again.
 * `transaction` runs as the system role.
 */
export const forgetPasskeyConfirmations = (transaction: Tx, { userId, sessionId }: SignedIn): Promise<unknown> =>
  transaction
    .update(sessions)
    .set({ passkeyConfirmedAt: null })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
