import { APIError } from 'better-auth'
import { AppError } from '../../../../kernel/app-error.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import type { Auth } from '../auth.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { rememberBrowser } from '../browser-cookies.ts'
import { resendVerification } from '../email/verify-email.ts'

/**
 * Starts a session; its cookie goes out with the answer. `signed_in` is false where a code is asked for next. One message
 * for a wrong password and an unknown address. Throws invalid `auth.invalid_credentials`, `auth.email_not_verified`.
 */
export async function signIn(
  services: AccountServices,
  request: RequestContext,
  credentials: { email: string; password: string },
): Promise<{ signed_in: boolean }> {
  const email = credentials.email.trim().toLowerCase()
  try {
    const { headers, response } = await services.auth.api.signInEmail({
      body: { email, password: credentials.password },
      headers: authHeaders(request),
      returnHeaders: true,
    })
    forwardCookies(headers, request)
    if ('twoFactorRedirect' in response) return { signed_in: false }
    rememberBrowser(services.config, request, 'known', email)
    return { signed_in: true }
  } catch (signInError) {
    if (!(signInError instanceof APIError)) throw signInError
    if (signInError.body?.code === 'EMAIL_NOT_VERIFIED') {
      await resendVerification(services, email)
      throw new AppError(
        'invalid',
        'auth.email_not_verified',
        'Please confirm your email address first. We have sent you the link again.',
        { cause: signInError },
      )
    }
    throw new AppError('invalid', 'auth.invalid_credentials', 'The email address or the password is wrong.', {
      cause: signInError,
    })
  }
}

export async function signOut(auth: Auth, request: RequestContext): Promise<void> {
  const { headers } = await auth.api.signOut({ headers: authHeaders(request), returnHeaders: true })
  forwardCookies(headers, request)
}
