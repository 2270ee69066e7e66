import { os } from '@orpc/server'
import { AppError } from '../../../kernel/app-error.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Auth } from './auth.ts'

export interface SignedIn {
  userId: string
  sessionId: string
}

/** Read from the database at every request, so that a revoked session is over at once. */
export async function sessionOf(auth: Auth, headers: Headers): Promise<SignedIn | null> {
  if (!headers.get('cookie')) return null
  const found = await auth.api.getSession({ headers, query: { disableCookieCache: true } })
  return found ? { userId: found.user.id, sessionId: found.session.id } : null
}

export async function requireSession(auth: Auth, headers: Headers): Promise<SignedIn> {
  const session = await sessionOf(auth, headers)
  if (!session) throw new AppError('unauthenticated', 'auth.session_required', 'Please sign in.')
  return session
}

/** Stands before procedures of access `user`, and gives them the person's id. */
export const createUserGuard = (auth: Auth) =>
  os.$context<RequestContext>().middleware(async ({ context, next }) => {
    const { userId } = await requireSession(auth, context.headers)
    return next({ context: { userId } })
  })
