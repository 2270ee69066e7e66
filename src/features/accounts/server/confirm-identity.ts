import { APIError } from 'better-auth'
import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { RequestContext } from '../../../platform/rpc/index.ts'
import { GOOGLE_CONFIRMATION_MINUTES, type IdentityProof } from '../contract.ts'
import { type AccountServices, invalidField } from './account-services.ts'
import { sessions, users } from './accounts.table.ts'
import { authHeaders } from './auth-request.ts'
import { provePasskey } from './passkeys/passkey-challenge.ts'
import { passwordHashOf, provePassword } from './passwords.ts'
import { isAccountCheckDue } from './profile/account-check.ts'
import type { SignedIn } from './sessions/session.ts'
import { missingSecondFactor } from './two-factor/second-factor.ts'
import { isAppCode, withoutSeparators, wrongCodeError } from './two-factor/sign-in-with-code.ts'
import { usingOnce } from './two-factor/single-use-codes.ts'

export interface ConfirmationOptions {
  /** Accepts only the password when the account has one: for changes of the password and the second factor. */
  passwordOnly?: boolean
  /**
   * In a session that the account's passkeys did not start or confirm, one of them is needed as well: for changes that
   * could replace the second factor. After a password reset the account check is the way out for a lost passkey.
   */
  guardsPasskeys?: boolean
  /** The name of the input field that holds the password. */
  passwordField?: string
}

/**
 * Passes where the signed-in person proves who they are with this request.
 * Throws forbidden `auth.confirmation_required`, `auth.passkey_required`; invalid `auth.wrong_password`, `auth.wrong_code`, `auth.code_used`,
 * `auth.wrong_passkey`; `rate_limited` after too many failures.
 */
export type ConfirmIdentity = (
  request: RequestContext,
  who: SignedIn,
  proof: IdentityProof,
  options?: ConfirmationOptions,
) => Promise<void>

/** Runs an attempt and counts it where the proof was wrong; too many failures of one account are refused. */
export type LimitConfirmations = (userId: string, attempt: () => Promise<void>) => Promise<void>

const WRONG_PROOFS = new Set(['auth.wrong_password', 'auth.wrong_code', 'auth.wrong_passkey'])
export const isWrongProof = (proofError: unknown): boolean =>
  proofError instanceof AppError && WRONG_PROOFS.has(proofError.code)

/** Checks a code of the app or a recovery code of the person whose session the request carries; each counts once. */
async function proveCode(services: AccountServices, request: RequestContext, userId: string, givenCode: string) {
  const { api } = services.auth
  const cleanedCode = withoutSeparators(givenCode)
  const headers = authHeaders(request)
  try {
    if (isAppCode(cleanedCode))
      await usingOnce(services.db, { userId, code: cleanedCode }, () =>
        api.verifyTOTP({ body: { code: cleanedCode }, headers }),
      )
    else await api.verifyBackupCode({ body: { code: cleanedCode, disableSession: true }, headers })
  } catch (proofError) {
    throw proofError instanceof APIError ? wrongCodeError(proofError) : proofError
  }
}

const accountOf = (services: AccountServices, signedIn: SignedIn) =>
  systemTransaction(services.db, async (transaction: Tx) => {
    const [row] = await transaction
      .select({
        twoFactor: users.twoFactorEnabled,
        googleConfirmedAt: sessions.googleConfirmedAt,
        missing: missingSecondFactor(signedIn.sessionId),
      })
      .from(users)
      .innerJoin(sessions, eq(sessions.userId, users.id))
      .where(and(eq(users.id, signedIn.userId), eq(sessions.id, signedIn.sessionId)))
    return {
      hasPassword: (await passwordHashOf(transaction, signedIn.userId)) !== null,
      hasTwoFactor: row?.twoFactor ?? false,
      googleConfirmedAt: row?.googleConfirmedAt ?? null,
      lacksPasskey: row?.missing === 'confirm' && !(await isAccountCheckDue(transaction, signedIn.userId)),
    }
  })

const isRecent = (confirmedAt: Date | null): boolean =>
  confirmedAt !== null && confirmedAt.getTime() > Date.now() - GOOGLE_CONFIRMATION_MINUTES * 60_000

const passkeyRequired = () =>
  new AppError(
    'forbidden',
    'auth.passkey_required',
    'You signed in without your passkey. Please confirm with it, or sign in with it first. If you have lost it, reset your password: after that you can remove the passkey.',
  )

/** The one check before everything that outlasts a session or cannot be undone: a session alone is not enough for it. */
export function createIdentityCheck(services: AccountServices, limitFailures: LimitConfirmations): ConfirmIdentity {
  return async (
    request,
    signedIn,
    { password, code, passkey },
    { passwordOnly = false, guardsPasskeys = false, passwordField = 'password' } = {},
  ) => {
    const { userId } = signedIn
    const { hasPassword, hasTwoFactor, googleConfirmedAt, lacksPasskey } = await accountOf(services, signedIn)
    const attempt = (proofCheck: () => Promise<unknown>) =>
      limitFailures(userId, async () => {
        await proofCheck()
      })
    if (guardsPasskeys && lacksPasskey) {
      if (!passkey) throw passkeyRequired()
      await attempt(() => provePasskey(services, request, signedIn, passkey))
      if (!passwordOnly) return
    }
    if (hasPassword && (password || passwordOnly || !(code || passkey))) {
      if (!password) throw invalidField(passwordField, 'auth.wrong_password', 'Please enter your password.')
      return attempt(() => provePassword(services, userId, password, passwordField))
    }
    if (code)
      return attempt(async () => {
        // Without two-factor authentication a code would finish setting it up instead of proving anything.
        if (!hasTwoFactor) throw wrongCodeError(undefined)
        await proveCode(services, request, userId, code)
      })
    if (passkey) return attempt(() => provePasskey(services, request, signedIn, passkey))
    if (isRecent(googleConfirmedAt)) return
    throw new AppError(
      'forbidden',
      'auth.confirmation_required',
      'Please confirm that it is you: sign in with Google again, or use a passkey or a code.',
    )
  }
}
