import { APIError } from 'better-auth'
import { eq } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { PasskeyAssertion, PasskeyRequestOptions } from '../../contract.ts'
import type { AccountServices } from '../account-services.ts'
import { sessions } from '../accounts.table.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { rememberBrowser } from '../browser-cookies.ts'
import { offersPasskeys } from './passkey-plugin.ts'

type Request = Pick<RequestContext, 'headers' | 'address' | 'responseHeaders'>

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
 * Makes a challenge for this browser, good once and for five minutes. Without a session any passkey of this instance can
 * answer it, with one only those of its person.
 */
export async function createPasskeyChallenge(
  services: AccountServices,
  request: Request,
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
async function verifyPasskey(services: AccountServices, request: Request, response: PasskeyAssertion) {
  try {
    return await services.auth.api.verifyPasskeyAuthentication({
      body: { response: { ...response } },
      headers: authHeaders(request),
      returnHeaders: true,
    })
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    const message = 'This passkey was not accepted. Please try again, or use another way.'
    throw new AppError('invalid', 'auth.wrong_passkey', message, {
      details: { fields: [{ path: 'passkey', message }] },
      cause: error,
    })
  }
}

/** Signs in the person whose passkey answered the challenge, without a second step. Throws invalid `auth.wrong_passkey`. */
export async function signInWithPasskey(
  services: AccountServices,
  request: Request,
  response: PasskeyAssertion,
): Promise<void> {
  const verified = await verifyPasskey(services, request, response)
  const { session, user } = verified.response
  await markConfirmedByPasskey(services, session.id)
  forwardCookies(verified.headers, request)
  rememberBrowser(services.config, request, 'known', user.email)
}

/**
 * Passes where a passkey of this person answered the challenge; the session goes on, and counts as confirmed by it.
 * Throws invalid `auth.wrong_passkey`.
 */
export async function provePasskey(
  services: AccountServices,
  request: Request,
  who: { userId: string; sessionId: string },
  response: PasskeyAssertion,
): Promise<void> {
  const verified = await verifyPasskey(services, request, response)
  const { session, user } = verified.response
  // better-auth knows passkeys for signing in alone: the session it has started is not needed, and nobody has its cookie.
  await systemTransaction(services.db, (tx) => tx.delete(sessions).where(eq(sessions.id, session.id)))
  if (user.id !== who.userId)
    throw new AppError('invalid', 'auth.wrong_passkey', 'This passkey belongs to another account.')
  await markConfirmedByPasskey(services, who.sessionId)
}

/** The session satisfies workspaces that require a second factor. */
export const markConfirmedByPasskey = (services: Pick<AccountServices, 'db'>, sessionId: string): Promise<unknown> =>
  systemTransaction(services.db, (tx) =>
    tx.update(sessions).set({ passkeyConfirmedAt: new Date() }).where(eq(sessions.id, sessionId)),
  )
