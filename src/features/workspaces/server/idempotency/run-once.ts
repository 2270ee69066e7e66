import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../../kernel/app-error.ts'
import { withCommitHook } from '../../../../platform/db/index.ts'
import type { SealedTexts } from '../../../../platform/sealed-texts/index.ts'
import type { WorkspaceContext } from '../context.ts'
import {
  abandonClaim,
  claimKey,
  finishClaim,
  type IdempotencyKeyId,
  type KeyClaim,
  LEASE_SECONDS,
  markCommitted,
  outcomeUnknownError,
  releaseClaim,
  renewClaim,
} from './claim-key.ts'
import { hashRequest, sha256 } from './hash-request.ts'

/** A longer response is not stored. Above that of an import of 10,000 FAQs. */
const MAX_RESPONSE_BYTES = 1024 * 1024

export interface IdempotencyServices {
  sealed: SealedTexts
  limits: {
    /** Throws `rate_limited` when a workspace has sent too many keys. */
    key(workspaceId: string): Promise<void>
    /** False when the stored responses of a workspace take too much room. */
    admitsBytes(workspaceId: string, bytes: number): Promise<boolean>
  }
  /** Gets failures of keeping the record, which do not fail the request. */
  report(error: unknown): void
}

export interface IdempotentRequest<T> {
  /** The client's `Idempotency-Key`. */
  key: string
  /** Name of the procedure. */
  call: string
  input: unknown
  work(): Promise<T>
}

/** Printable ASCII without spaces, between quotes or not: the draft has them, most clients do not. */
const KEY_FORMAT = /^(?:"([!#-[\]-~]{1,255})"|([!#-[\]-~]{1,255}))$/

/** The key of an `Idempotency-Key` header, quoted or not; null without one. Throws invalid `idempotency_key.invalid`. */
export function parseIdempotencyKey(keyHeader: string | null): string | null {
  if (keyHeader === null) return null
  const keyMatch = KEY_FORMAT.exec(keyHeader.trim())
  const parsedKey = keyMatch?.[1] ?? keyMatch?.[2]
  if (parsedKey === undefined)
    throw new AppError(
      'invalid',
      'idempotency_key.invalid',
      'Send an Idempotency-Key of 1 to 255 letters, digits and signs, such as a UUID.',
    )
  return parsedKey
}

const sealingContext = ({ workspaceId, apiKeyId, keyHash }: IdempotencyKeyId): string =>
  `idempotency:${workspaceId}:${apiKeyId}:${keyHash}`

/**
 * Executes a request of an API key, or replays the response of the same request. The mark that the request took effect is
 * committed in its first transaction; the response is stored afterwards. Throws what `claimKey` and `work` throw; a
 * failed request frees its key.
 */
export async function runOnce<T>(
  context: WorkspaceContext,
  services: IdempotencyServices,
  idempotentRequest: IdempotentRequest<T>,
): Promise<{ output: T; isReplayed: boolean }> {
  const { workspaceId, actor } = context
  if (!actor) throw new Error('Only a request with an API key has an Idempotency-Key.')
  await services.limits.key(workspaceId)
  const keyId: IdempotencyKeyId = { workspaceId, apiKeyId: actor.id, keyHash: sha256(idempotentRequest.key) }
  const claimResult = await claimKey(context, keyId, await hashRequest(idempotentRequest.call, idempotentRequest.input))
  if (!('attempt' in claimResult)) {
    const storedResponse =
      claimResult.response === null ? null : services.sealed.unseal(claimResult.response, sealingContext(keyId))
    if (storedResponse === null) throw outcomeUnknownError()
    return { output: (JSON.parse(storedResponse) as { output: T }).output, isReplayed: true }
  }
  const procedureOutput = await executeOnce(context, services, claimResult, idempotentRequest.work)
  await storeResponse(context, services, claimResult, procedureOutput).catch(services.report)
  return { output: procedureOutput, isReplayed: false }
}

async function executeOnce<T>(
  context: WorkspaceContext,
  { report }: IdempotencyServices,
  keyClaim: KeyClaim,
  requestWork: () => Promise<T>,
): Promise<T> {
  let isRunning = true
  const renewalTimer = setInterval(() => renewClaim(context, keyClaim).catch(report), (LEASE_SECONDS * 1000) / 3)
  try {
    // A task that the request leaves running in the background has nothing to do with its key.
    return await withCommitHook(async (transaction) => {
      if (isRunning) await markCommitted(transaction, keyClaim)
    }, requestWork)
  } catch (workError) {
    const isRefusal = workError instanceof AppError && workError.kind !== 'unavailable'
    const freeKey = () => (isRefusal ? releaseClaim : abandonClaim)(context, keyClaim)
    await freeKey().catch((freeError: unknown) => {
      report(freeError)
      void freeLater(freeKey)
    })
    throw workError
  } finally {
    isRunning = false
    clearInterval(renewalTimer)
  }
}

/** The database may be away, perhaps the reason of the failure: tries again until the lease ends, which frees the key, too. */
async function freeLater(freeKey: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < LEASE_SECONDS; attempt++) {
    await pause(1_000, undefined, { ref: false })
    const isFree = await freeKey().then(
      () => true,
      () => false,
    )
    if (isFree) return
  }
}

async function storeResponse(
  context: WorkspaceContext,
  { sealed, limits }: IdempotencyServices,
  keyClaim: KeyClaim,
  procedureOutput: unknown,
): Promise<void> {
  const responseJson = JSON.stringify({ output: procedureOutput })
  const responseBytes = Buffer.byteLength(responseJson)
  const isKept = responseBytes <= MAX_RESPONSE_BYTES && (await limits.admitsBytes(keyClaim.workspaceId, responseBytes))
  await finishClaim(context, keyClaim, isKept ? sealed.seal(responseJson, sealingContext(keyClaim)) : null)
}
