import { APIError } from 'better-auth'
import { AppError } from '../../../../kernel/app-error.ts'
import { systemTransaction } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import type { AccountServices } from '../account-services.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { endPendingAccess } from '../sessions/pending-access.ts'
import { isAppCode, withoutSeparators, wrongCodeError } from './sign-in-with-code.ts'
import { usingOnce } from './single-use-codes.ts'

interface AccountPerson {
  userId: string
  email: string
}

/** After a change of the second factor: ends what was started before it and notifies the person by mail. */
const secondFactorChanged = (
  services: AccountServices,
  person: AccountPerson,
  noticeKind: 'two_factor_on' | 'two_factor_off',
) =>
  systemTransaction(services.db, async (transaction) => {
    await endPendingAccess(transaction, person.userId)
    await services.sendMail(transaction, { notice: noticeKind, to: person.email })
  })

/** better-auth reads the session from the request, rotates it, and its refusals become ours. */
async function changeSettings<T>(
  request: RequestContext,
  settingsCall: Promise<{ headers: Headers; response: T }>,
): Promise<T> {
  try {
    const { headers, response } = await settingsCall
    forwardCookies(headers, request)
    return response
  } catch (changeError) {
    if (!(changeError instanceof APIError)) throw changeError
    if (changeError.body?.code === 'INVALID_CODE') throw wrongCodeError(changeError)
    throw new AppError('conflict', 'two_factor.changed', 'These settings have changed. Please reload the page.', {
      cause: changeError,
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
  const requestHeaders = authHeaders(request)
  const enabledFactor = await changeSettings(
    request,
    services.auth.api.enableTwoFactor({
      body: { ...(password ? { password } : {}) },
      headers: requestHeaders,
      returnHeaders: true,
    }),
  )
  if (enabledFactor.method !== 'totp') throw new Error('two-factor authentication was started by another method')
  return {
    uri: enabledFactor.totpURI,
    secret: new URL(enabledFactor.totpURI).searchParams.get('secret') ?? '',
    recovery_codes: enabledFactor.backupCodes,
  }
}

/** The first right code switches it on, and is used up. Throws invalid `auth.wrong_code`, `auth.code_used`. */
export async function confirmTwoFactor(
  services: AccountServices,
  request: RequestContext,
  person: AccountPerson,
  givenCode: string,
): Promise<void> {
  const cleanedCode = withoutSeparators(givenCode)
  if (!isAppCode(cleanedCode)) throw wrongCodeError(undefined)
  const requestHeaders = authHeaders(request)
  await usingOnce(services.db, { userId: person.userId, code: cleanedCode }, () =>
    changeSettings(
      request,
      services.auth.api.verifyTOTP({ body: { code: cleanedCode }, headers: requestHeaders, returnHeaders: true }),
    ),
  )
  await secondFactorChanged(services, person, 'two_factor_on')
}

/** Codes are no longer asked for. The password, where there is one, was checked by the caller already. */
export async function disableTwoFactor(
  services: AccountServices,
  request: RequestContext,
  person: AccountPerson,
  password: string | undefined,
): Promise<void> {
  const passwordBody = password ? { password } : {}
  await changeSettings(
    request,
    services.auth.api.disableTwoFactor({ body: passwordBody, headers: authHeaders(request), returnHeaders: true }),
  )
  await secondFactorChanged(services, person, 'two_factor_off')
}

/** New recovery codes in place of the former. The password, where there is one, was checked by the caller already. */
export async function renewRecoveryCodes(
  services: AccountServices,
  request: RequestContext,
  person: AccountPerson,
  password: string | undefined,
): Promise<string[]> {
  const passwordBody = password ? { password } : {}
  const { backupCodes } = await changeSettings(
    request,
    services.auth.api.generateBackupCodes({ body: passwordBody, headers: authHeaders(request), returnHeaders: true }),
  )
  await systemTransaction(services.db, (transaction) => endPendingAccess(transaction, person.userId))
  return backupCodes
}
