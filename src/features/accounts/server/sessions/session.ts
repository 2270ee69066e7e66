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
  headers: Headers,
  responseHeaders: Headers | null = null,
): Promise<SignedIn | null> {
  if (!headers.get('cookie')) return null
  const query = { disableCookieCache: true, disableRefresh: responseHeaders === null }
  const found = await auth.api.getSession({ headers, query, returnHeaders: true }).catch((error: unknown) => {
    // It was ended by another request while this one was noting that it is in use.
    if (error instanceof APIError) return null
    throw error
  })
  if (!found || (found.response && found.response.session.createdAt < oldestSession())) return null
  if (responseHeaders) forwardCookies(found.headers, { responseHeaders })
  return found.response ? { userId: found.response.user.id, sessionId: found.response.session.id } : null
}

export async function requireSession(
  auth: Auth,
  headers: Headers,
  responseHeaders: Headers | null = null,
): Promise<SignedIn> {
  const session = await sessionOf(auth, headers, responseHeaders)
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
