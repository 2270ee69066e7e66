import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../../../kernel/app-error.ts'
import { withCommitHook } from '../../../../platform/db/index.ts'
import type { SealedTexts } from '../../../../platform/sealed-texts/index.ts'
import type { WorkspaceContext } from '../context.ts'
import {
  abandonClaim,
  type Claim,
  claimKey,
  finishClaim,
  type KeyId,
  LEASE_SECONDS,
  markCommitted,
  outcomeUnknown,
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
const KEY = /^(?:"([!#-[\]-~]{1,255})"|([!#-[\]-~]{1,255}))$/

/** The key of an `Idempotency-Key` header, quoted or not; null without one. Throws invalid `idempotency_key.invalid`. */
export function parseIdempotencyKey(header: string | null): string | null {
  if (header === null) return null
  const match = KEY.exec(header.trim())
  const key = match?.[1] ?? match?.[2]
  if (key === undefined)
    throw new AppError(
      'invalid',
      'idempotency_key.invalid',
      'Send an Idempotency-Key of 1 to 255 letters, digits and signs, such as a UUID.',
    )
  return key
}

const contextOf = ({ workspaceId, apiKeyId, keyHash }: KeyId): string =>
  `idempotency:${workspaceId}:${apiKeyId}:${keyHash}`

/**
 * Executes a request of an API key, or replays the response of the same request. The mark that the request took effect is
 * committed in its first transaction; the response is stored afterwards. Throws what `claimKey` and `work` throw; a
 * failed request frees its key.
 */
export async function runOnce<T>(
  context: WorkspaceContext,
  services: IdempotencyServices,
  request: IdempotentRequest<T>,
): Promise<{ output: T; isReplayed: boolean }> {
  const { workspaceId, actor } = context
  if (!actor) throw new Error('Only a request with an API key has an Idempotency-Key.')
  await services.limits.key(workspaceId)
  const id: KeyId = { workspaceId, apiKeyId: actor.id, keyHash: sha256(request.key) }
  const claim = await claimKey(context, id, await hashRequest(request.call, request.input))
  if (!('attempt' in claim)) {
    const stored = claim.response === null ? null : services.sealed.unseal(claim.response, contextOf(id))
    if (stored === null) throw outcomeUnknown()
    return { output: (JSON.parse(stored) as { output: T }).output, isReplayed: true }
  }
  const output = await execute(context, services, claim, request.work)
  await store(context, services, claim, output).catch(services.report)
  return { output, isReplayed: false }
}

async function execute<T>(
  context: WorkspaceContext,
  { report }: IdempotencyServices,
  claim: Claim,
  work: () => Promise<T>,
): Promise<T> {
  let isRunning = true
  const renewal = setInterval(() => renewClaim(context, claim).catch(report), (LEASE_SECONDS * 1000) / 3)
  try {
    // A task that the request leaves running in the background has nothing to do with its key.
    return await withCommitHook(async (transaction) => {
      if (isRunning) await markCommitted(transaction, claim)
    }, work)
  } catch (error) {
    const isRefusal = error instanceof AppError && error.kind !== 'unavailable'
    const free = () => (isRefusal ? releaseClaim : abandonClaim)(context, claim)
    await free().catch((failure: unknown) => {
      report(failure)
      void freeLater(free)
    })
    throw error
  } finally {
    isRunning = false
    clearInterval(renewal)
  }
}

/** The database may be away, perhaps the reason of the failure: tries again until the lease ends, which frees the key, too. */
async function freeLater(free: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt < LEASE_SECONDS; attempt++) {
    await pause(1_000, undefined, { ref: false })
    const isFree = await free().then(
      () => true,
      () => false,
    )
    if (isFree) return
  }
}

async function store(
  context: WorkspaceContext,
  { sealed, limits }: IdempotencyServices,
  claim: Claim,
  output: unknown,
): Promise<void> {
  const text = JSON.stringify({ output })
  const bytes = Buffer.byteLength(text)
  const isKept = bytes <= MAX_RESPONSE_BYTES && (await limits.admitsBytes(claim.workspaceId, bytes))
  await finishClaim(context, claim, isKept ? sealed.seal(text, contextOf(claim)) : null)
}
