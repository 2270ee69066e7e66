import { os } from '@orpc/server'
import { APIError } from 'better-auth'
import { AppError } from '../../../../kernel/app-error.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { Auth } from '../auth.ts'
import { forwardCookies } from '../auth-request.ts'

/** Maximum session age: users sign in again after it, even with continuous use. */
const SESSION_MAX_DAYS = 90
export const oldestSession = (): Date => new Date(Date.now() - SESSION_MAX_DAYS * 24 * 60 * 60 * 1000)

export interface SignedIn {
  userId: string
  sessionId: string
}

/**
 * Read from the database at every request, so that a revoked session is over at once. With `responseHeaders` a session in
 * use is noted as such and lives on; its cookie goes out with the answer.
 */
export async function sessionOf(
  auth: Auth,
  requestHeaders: Headers,
  responseHeaders: Headers | null = null,
): Promise<SignedIn | null> {
  if (!requestHeaders.get('cookie')) return null
  const sessionQuery = { disableCookieCache: true, disableRefresh: responseHeaders === null }
  const foundSession = await auth.api
    .getSession({ headers: requestHeaders, query: sessionQuery, returnHeaders: true })
    .catch((sessionError: unknown) => {
      // It was ended by another request while this one was noting that it is in use.
      if (sessionError instanceof APIError) return null
      throw sessionError
    })
  if (!foundSession || (foundSession.response && foundSession.response.session.createdAt < oldestSession())) return null
  if (responseHeaders) forwardCookies(foundSession.headers, { responseHeaders })
  return foundSession.response
    ? { userId: foundSession.response.user.id, sessionId: foundSession.response.session.id }
    : null
}

export async function requireSession(
  auth: Auth,
  requestHeaders: Headers,
  responseHeaders: Headers | null = null,
): Promise<SignedIn> {
  const session = await sessionOf(auth, requestHeaders, responseHeaders)
  if (!session) throw new AppError('unauthenticated', 'auth.session_required', 'Please sign in.')
  return session
}

/** The session of a procedure's caller, read once in a request. @throws unauthenticated `auth.session_required` */
export const callerSession = (auth: Auth, { once, headers, responseHeaders }: RequestContext): Promise<SignedIn> =>
  once('session', () => requireSession(auth, headers, responseHeaders))

/** Middleware of procedures with access `user`; adds the user's id and the session id to the context. */
export const createUserGuard = (auth: Auth) =>
  os.$context<RequestContext>().middleware(async ({ context, next }) => {
    const { userId, sessionId } = await callerSession(auth, context)
    return next({ context: { userId, sessionId } })
  })
