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
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)
export const plainCode = (code: string): string => {
  const bare = code.replace(/\s+/g, '')
  return /^\d{3}-\d{3}$/.test(bare) ? bare.replace('-', '') : bare
}

export const wrongCode = (cause: unknown): AppError =>
  new AppError('invalid', 'auth.wrong_code', 'This code is wrong. Please try again.', {
    details: { fields: [{ path: 'code', message: 'This code is wrong. Please try again.' }] },
    cause,
  })

/** Maps better-auth's results for codes to our errors. */
function refusal(error: APIError): AppError {
  switch (error.body?.code) {
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new AppError('rate_limited', 'auth.codes_locked', 'Too many wrong codes. Please wait 15 minutes.', {
        details: { retry_after: 15 * 60 },
        cause: error,
      })
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return wrongCode(error)
    default:
      return new AppError(
        'invalid',
        'auth.challenge_over',
        'This took too long or too many attempts. Please sign in again.',
        {
          cause: error,
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
  given: string,
  limitAttempts: (userId: string | null) => Promise<void>,
): Promise<void> {
  const { api } = services.auth
  const code = plainCode(given)
  const call = { body: { code }, headers: authHeaders(request), returnHeaders: true } as const
  const verify = async () => (isAppCode(code) ? api.verifyTOTP(call) : api.verifyBackupCode(call))
  try {
    const { userId } = await api.challengedPerson({ headers: call.headers })
    await limitAttempts(userId)
    // Recovery codes are crossed out by better-auth; without a person it is for better-auth to say so.
    const once = userId !== null && isAppCode(code)
    const { headers } = await (once ? usingOnce(services.db, { userId, code }, verify) : verify())
    forwardCookies(headers, request)
    if (userId) await rememberBrowserOf(services, request, userId)
  } catch (error) {
    throw error instanceof APIError ? refusal(error) : error
  }
}
