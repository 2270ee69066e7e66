import { and, desc, eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../../platform/db/index.ts'
import type { RequestContext } from '../../../../platform/rpc/index.ts'
import { PASSKEYS_MAX, type Passkey, type PasskeyAttestation, type PasskeyCreationOptions } from '../../contract.ts'
import { deviceName } from '../../domain/device-name.ts'
import type { AccountServices } from '../account-services.ts'
import { passkeys } from '../accounts.table.ts'
import { authHeaders, forwardCookies } from '../auth-request.ts'
import { endPendingAccess } from '../sessions/pending-access.ts'
import { forgetPasskeyConfirmations, markConfirmedByPasskey, requirePasskeySupport } from './passkey-challenge.ts'

interface AccountPerson {
  userId: string
  sessionId: string
  email: string
}

const toApiPasskey = (storedPasskey: Pick<typeof passkeys.$inferSelect, 'id' | 'name' | 'createdAt'>): Passkey => ({
  id: storedPasskey.id,
  name: storedPasskey.name || 'Passkey',
  created_at: storedPasskey.createdAt.toISOString(),
})

const ownPasskey = (userId: string, passkeyId: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, passkeyId))

/** The person's passkeys, newest first. `transaction` runs as the system role. */
export async function listPasskeys(transaction: Tx, userId: string): Promise<Passkey[]> {
  const storedPasskeys = await transaction
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.id))
  return storedPasskeys.map(toApiPasskey)
}

export const countPasskeys = (transaction: Tx, userId: string): Promise<number> =>
  transaction.$count(passkeys, eq(passkeys.userId, userId))

/**
 * Returns the options for creating a passkey. The caller has confirmed the identity: `addPasskey` accepts only the
 * response to this challenge. Throws limit `limit.passkeys`, unavailable `passkey.unavailable`.
 */
export async function startAddingPasskey(
  services: AccountServices,
  request: RequestContext,
  { userId }: AccountPerson,
): Promise<PasskeyCreationOptions> {
  requirePasskeySupport(services)
  if ((await systemTransaction(services.db, (transaction) => countPasskeys(transaction, userId))) >= PASSKEYS_MAX)
    throw new AppError('limit', 'limit.passkeys', `An account can have at most ${PASSKEYS_MAX} passkeys.`)
  const { headers, response } = await services.auth.api.generatePasskeyRegistrationOptions({
    headers: authHeaders(request),
    returnHeaders: true,
  })
  forwardCookies(headers, request)
  return response
}

/** Keeps the passkey that the browser created for this session's challenge. Throws invalid `passkey.refused`. */
export async function addPasskey(
  services: AccountServices,
  request: RequestContext,
  { userId, sessionId, email }: AccountPerson,
  newPasskey: { name?: string | undefined; passkey: PasskeyAttestation },
): Promise<Passkey> {
  const verificationBody = { response: newPasskey.passkey, ...(newPasskey.name ? { name: newPasskey.name } : {}) }
  const addedPasskey = await services.auth.api
    .verifyPasskeyRegistration({ body: verificationBody, headers: authHeaders(request) })
    .catch((verifyError: unknown) => {
      // WebAuthn violations are plain errors; an AppError means that the database is unavailable.
      if (verifyError instanceof AppError) throw verifyError
      const refusalMessage = 'The passkey was not accepted, or this took longer than five minutes. Please try again.'
      throw new AppError('invalid', 'passkey.refused', refusalMessage, { cause: verifyError })
    })
  const passkeyName = addedPasskey.name || deviceName(request.headers.get('user-agent') ?? '')
  return systemTransaction(services.db, async (transaction) => {
    const [row] = await transaction
      .update(passkeys)
      .set({ name: passkeyName })
      .where(ownPasskey(userId, addedPasskey.id))
      .returning()
    if (!row) throw notFound('passkey')
    await markConfirmedByPasskey(transaction, sessionId)
    await endPendingAccess(transaction, userId)
    await services.sendMail(transaction, { notice: 'passkey_added', to: email })
    return toApiPasskey(row)
  })
}

/** Throws not_found `passkey.not_found` for any but the person's own. */
export async function renamePasskey(
  transaction: Tx,
  userId: string,
  renamedPasskey: { id: string; name: string },
): Promise<Passkey> {
  const [row] = await transaction
    .update(passkeys)
    .set({ name: renamedPasskey.name })
    .where(ownPasskey(userId, renamedPasskey.id))
    .returning()
  if (!row) throw notFound('passkey')
  return toApiPasskey(row)
}

/** Throws not_found `passkey.not_found` for any but the person's own. */
export const removePasskey = (services: AccountServices, person: AccountPerson, passkeyId: string): Promise<void> =>
  systemTransaction(services.db, async (transaction) => {
    const removedPasskeys = await transaction
      .delete(passkeys)
      .where(ownPasskey(person.userId, passkeyId))
      .returning({ id: passkeys.id })
    if (removedPasskeys.length === 0) throw notFound('passkey')
    await forgetPasskeyConfirmations(transaction, person)
    await endPendingAccess(transaction, person.userId)
    await services.sendMail(transaction, { notice: 'passkey_removed', to: person.email })
  })
