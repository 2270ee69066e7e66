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

interface Person {
  userId: string
  sessionId: string
  email: string
}

const present = (row: Pick<typeof passkeys.$inferSelect, 'id' | 'name' | 'createdAt'>): Passkey => ({
  id: row.id,
  name: row.name || 'Passkey',
  created_at: row.createdAt.toISOString(),
})

const ownPasskey = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

/** The person's passkeys, newest first. `tx` runs as the system role. */
export async function listPasskeys(transaction: Tx, userId: string): Promise<Passkey[]> {
  const rows = await transaction.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id))
  return rows.map(present)
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
  { userId }: Person,
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
  { userId, sessionId, email }: Person,
  input: { name?: string | undefined; passkey: PasskeyAttestation },
): Promise<Passkey> {
  const body = { response: input.passkey, ...(input.name ? { name: input.name } : {}) }
  const added = await services.auth.api
    .verifyPasskeyRegistration({ body, headers: authHeaders(request) })
    .catch((cause: unknown) => {
      // WebAuthn violations are plain errors; an AppError means that the database is unavailable.
      if (cause instanceof AppError) throw cause
      const message = 'The passkey was not accepted, or this took longer than five minutes. Please try again.'
      throw new AppError('invalid', 'passkey.refused', message, { cause })
    })
  const name = added.name || deviceName(request.headers.get('user-agent') ?? '')
  return systemTransaction(services.db, async (transaction) => {
    const [row] = await transaction.update(passkeys).set({ name }).where(ownPasskey(userId, added.id)).returning()
    if (!row) throw notFound('passkey')
    await markConfirmedByPasskey(transaction, sessionId)
    await endPendingAccess(transaction, userId)
    await services.sendMail(transaction, { notice: 'passkey_added', to: email })
    return present(row)
  })
}

/** Throws not_found `passkey.not_found` for any but the person's own. */
export async function renamePasskey(
  transaction: Tx,
  userId: string,
  input: { id: string; name: string },
): Promise<Passkey> {
  const [row] = await transaction
    .update(passkeys)
    .set({ name: input.name })
    .where(ownPasskey(userId, input.id))
    .returning()
  if (!row) throw notFound('passkey')
  return present(row)
}

/** Throws not_found `passkey.not_found` for any but the person's own. */
export const removePasskey = (services: AccountServices, person: Person, id: string): Promise<void> =>
  systemTransaction(services.db, async (transaction) => {
    const removed = await transaction
      .delete(passkeys)
      .where(ownPasskey(person.userId, id))
      .returning({ id: passkeys.id })
    if (removed.length === 0) throw notFound('passkey')
    await forgetPasskeyConfirmations(transaction, person)
    await endPendingAccess(transaction, person.userId)
    await services.sendMail(transaction, { notice: 'passkey_removed', to: person.email })
  })
