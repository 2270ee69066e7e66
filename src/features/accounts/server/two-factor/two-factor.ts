import { APIError } from 'better-auth'
import { AppError } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { endPendingAccess } from '../sessions/pending-access.ts'
import { isAppCode, plainCode, wrongCode } from './sign-in-with-code.ts'
import { usingOnce } from './single-use-codes.ts'

interface Person {
  userId: string
  email: string
}

/** After a change of the second factor: ends what was started before it and notifies the person by mail. */
const secondFactorChanged = (services: AccountServices, person: Person, notice: 'two_factor_on' | 'two_factor_off') =>
  systemTransaction(services.db, async (transaction) => {
    await endPendingAccess(transaction, person.userId)
    await services.sendMail(transaction, { notice, to: person.email })
  })

/** better-auth reads the session from the request, rotates it, and its refusals become ours. */
async function changed<T>(request: RequestContext, call: Promise<{ headers: Headers; response: T }>): Promise<T> {
  try {
    const { headers, response } = await call
    forwardCookies(headers, request)
    return response
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.body?.code === 'INVALID_CODE') throw wrongCode(error)
    throw new AppError('conflict', 'two_factor.changed', 'These settings have changed. Please reload the page.', {
      cause: error,
    })
  }
}

/**
 * Makes a secret and recovery codes; until `confirmTwoFactor` nothing asks for them.
 * @param password checked by the caller already; better-auth asks for it again where there is one
 */
export async function startTwoFactor(
  services: AccountServices,
  request: RequestContext,
  password: string | undefined,
): Promise<{ uri: string; secret: string; recovery_codes: string[] }> {
  const headers = authHeaders(request)
  const started = await changed(
    request,
    services.auth.api.enableTwoFactor({ body: { ...(password ? { password } : {}) }, headers, returnHeaders: true }),
  )
  if (started.method !== 'totp') throw new Error('two-factor authentication was started by another method')
  return {
    uri: started.totpURI,
    secret: new URL(started.totpURI).searchParams.get('secret') ?? '',
    recovery_codes: started.backupCodes,
  }
}

/** The first right code switches it on, and is used up. Throws invalid `auth.wrong_code`, `auth.code_used`. */
export async function confirmTwoFactor(
  services: AccountServices,
  request: RequestContext,
  person: Person,
  given: string,
): Promise<void> {
  const code = plainCode(given)
  if (!isAppCode(code)) throw wrongCode(undefined)
  const headers = authHeaders(request)
  await usingOnce(services.db, { userId: person.userId, code }, () =>
    changed(request, services.auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })),
  )
  await secondFactorChanged(services, person, 'two_factor_on')
}

/** Codes are no longer asked for. The password, where there is one, was checked by the caller already. */
export async function disableTwoFactor(
  services: AccountServices,
  request: RequestContext,
  person: Person,
  password: string | undefined,
): Promise<void> {
  const body = password ? { password } : {}
  await changed(
    request,
    services.auth.api.disableTwoFactor({ body, headers: authHeaders(request), returnHeaders: true }),
  )
  await secondFactorChanged(services, person, 'two_factor_off')
}

/** New recovery codes in place of the former. The password, where there is one, was checked by the caller already. */
export async function renewRecoveryCodes(
  services: AccountServices,
  request: RequestContext,
  person: Person,
  password: string | undefined,
): Promise<string[]> {
  const body = password ? { password } : {}
  const { backupCodes } = await changed(
    request,
    services.auth.api.generateBackupCodes({ body, headers: authHeaders(request), returnHeaders: true }),
  )
  await systemTransaction(services.db, (transaction) => endPendingAccess(transaction, person.userId))
  return backupCodes
}
