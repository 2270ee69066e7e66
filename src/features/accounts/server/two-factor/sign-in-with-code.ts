import { APIError } from 'better-auth'
import { eq } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import { users } from '../accounts.table.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { rememberBrowser } from '../browser-cookies.ts'
import { usingOnce } from './single-use-codes.ts'

/** Six digits, perhaps typed in groups; everything else is a recovery code. */
export const isAppCode = (typedCode: string): boolean => /^\d{6}$/.test(typedCode)
export const withoutSeparators = (typedCode: string): string => {
  const withoutSpaces = typedCode.replace(/\s+/g, '')
  return /^\d{3}-\d{3}$/.test(withoutSpaces) ? withoutSpaces.replace('-', '') : withoutSpaces
}

export const wrongCodeError = (verifyError: unknown): AppError =>
  new AppError('invalid', 'auth.wrong_code', 'This code is wrong. Please try again.', {
    details: { fields: [{ path: 'code', message: 'This code is wrong. Please try again.' }] },
    cause: verifyError,
  })

/** Maps better-auth's results for codes to our errors. */
function toRefusal(verifyError: APIError): AppError {
  switch (verifyError.body?.code) {
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new AppError('rate_limited', 'auth.codes_locked', 'Too many wrong codes. Please wait 15 minutes.', {
        details: { retry_after: 15 * 60 },
        cause: verifyError,
      })
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return wrongCodeError(verifyError)
    default:
      return new AppError(
        'invalid',
        'auth.challenge_over',
        'This took too long or too many attempts. Please sign in again.',
        {
          cause: verifyError,
        },
      )
  }
}

async function rememberBrowserOf(
  { config, db }: Pick<AccountServices, 'config' | 'db'>,
  request: RequestContext,
  userId: string,
): Promise<void> {
  const [user] = await systemTransaction(db, (transaction) =>
    transaction.select({ email: users.email }).from(users).where(eq(users.id, userId)),
  )
  if (user) rememberBrowser(config, request, 'known', user.email)
}

/**
 * The second step, in the browser that took the first within ten minutes. Five tries, then the password is asked for again;
 * ten wrong codes in a row lock the account's codes for 15 minutes. A code works once, of the app as of the recovery codes.
 * @param limitAttempts called with the account that passed the first step in this browser
 * Throws invalid `auth.wrong_code`, `auth.code_used`, `auth.challenge_over`; rate_limited `auth.codes_locked`.
 */
export async function signInWithCode(
  services: Pick<AccountServices, 'auth' | 'config' | 'db'>,
  request: RequestContext,
  givenCode: string,
  limitAttempts: (userId: string | null) => Promise<void>,
): Promise<void> {
  const { api } = services.auth
  const cleanedCode = withoutSeparators(givenCode)
  const verifyRequest = { body: { code: cleanedCode }, headers: authHeaders(request), returnHeaders: true } as const
  const verifyCode = async () =>
    isAppCode(cleanedCode) ? api.verifyTOTP(verifyRequest) : api.verifyBackupCode(verifyRequest)
  try {
    const { userId } = await api.challengedPerson({ headers: verifyRequest.headers })
    await limitAttempts(userId)
    // Recovery codes are crossed out by better-auth; without a person it is for better-auth to say so.
    const isSingleUse = userId !== null && isAppCode(cleanedCode)
    const { headers } = await (isSingleUse
      ? usingOnce(services.db, { userId, code: cleanedCode }, verifyCode)
      : verifyCode())
    forwardCookies(headers, request)
    if (userId) await rememberBrowserOf(services, request, userId)
  } catch (verifyError) {
    throw verifyError instanceof APIError ? toRefusal(verifyError) : verifyError
  }
}
