import { APIError } from 'better-auth'
import { AppError } from '../../../kernel/app-error.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import type { Auth } from './auth.ts'

/** Starts a session; its cookie goes out with the answer. One message for a wrong password and an unknown address. */
export async function signIn(
  auth: Auth,
  request: RequestContext,
  credentials: { email: string; password: string },
): Promise<void> {
  try {
    const { headers } = await auth.api.signInEmail({
      body: { email: credentials.email.trim().toLowerCase(), password: credentials.password },
      headers: request.headers,
      returnHeaders: true,
    })
    for (const cookie of headers.getSetCookie()) request.responseHeaders.append('set-cookie', cookie)
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.body?.code === 'EMAIL_NOT_VERIFIED')
      throw new AppError(
        'invalid',
        'auth.email_not_verified',
        'Please confirm your email address first. We have sent you a new link.',
        { cause: error },
      )
    throw new AppError('invalid', 'auth.invalid_credentials', 'The email address or the password is not right.', {
      cause: error,
    })
  }
}

export async function signOut(auth: Auth, request: RequestContext): Promise<void> {
  const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true })
  for (const cookie of headers.getSetCookie()) request.responseHeaders.append('set-cookie', cookie)
}
