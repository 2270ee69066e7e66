import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import { inTransaction, type WorkspaceContext } from '../context.ts'
import { idempotencyKeys } from './idempotency-keys.table.ts'

/** As long as a key is remembered. */
export const KEY_LIFETIME = sql`interval '24 hours'`
/** A process that has not renewed its claim for so long is taken to be dead. */
export const LEASE_SECONDS = 30
const leaseEnd = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** An `Idempotency-Key` of an API key. */
export interface IdempotencyKeyId {
  workspaceId: string
  apiKeyId: string
  keyHash: string
}

/** The right to execute a request. */
export interface KeyClaim extends IdempotencyKeyId {
  attempt: string
}

/** The row of a key has a finished execution; `response` is null when it was not stored. */
export interface FinishedRequest {
  response: string | null
}

const isKeyRow = ({ workspaceId, apiKeyId, keyHash }: IdempotencyKeyId) =>
  and(
    eq(idempotencyKeys.workspaceId, workspaceId),
    eq(idempotencyKeys.apiKeyId, apiKeyId),
    eq(idempotencyKeys.keyHash, keyHash),
  )
const ownedRow = (keyClaim: KeyClaim) => and(isKeyRow(keyClaim), eq(idempotencyKeys.attempt, keyClaim.attempt))

const inProgressError = () =>
  new AppError(
    'conflict',
    'idempotency_key.in_progress',
    'The first request with this Idempotency-Key is still being processed. Try again in a second.',
    { details: { retry_after: 1 } },
  )
const keyReusedError = () =>
  new AppError(
    'unprocessable',
    'idempotency_key.reused',
    'This Idempotency-Key was used for another request. Use a new key for each request.',
  )
export const outcomeUnknownError = () =>
  new AppError(
    'conflict',
    'idempotency_key.response_unavailable',
    'The first request with this Idempotency-Key may have taken effect, but its response is not available. Check before you send it with a new key.',
  )

/**
 * Claims a key for a request, or returns the finished execution of the same request. A claim whose process died is taken
 * over if nothing was committed for it. Throws unprocessable `idempotency_key.reused`; conflict
 * `idempotency_key.in_progress` and `idempotency_key.response_unavailable`.
 */
export const claimKey = (
  context: WorkspaceContext,
  keyId: IdempotencyKeyId,
  requestHash: string,
): Promise<KeyClaim | FinishedRequest> =>
  inTransaction(context, async ({ tx }) => {
    const attemptId = newId()
    const claimFields = { requestHash, attempt: attemptId, lockedUntil: leaseEnd, createdAt: sql`now()` }
    const [own] = await tx
      .insert(idempotencyKeys)
      .values({ ...keyId, ...claimFields })
      .onConflictDoUpdate({
        target: [idempotencyKeys.workspaceId, idempotencyKeys.apiKeyId, idempotencyKeys.keyHash],
        set: { ...claimFields, committedAt: null, finishedAt: null, response: null },
        setWhere: or(
          lte(idempotencyKeys.createdAt, sql`now() - ${KEY_LIFETIME}`),
          and(
            eq(idempotencyKeys.requestHash, requestHash),
            isNull(idempotencyKeys.committedAt),
            isNull(idempotencyKeys.finishedAt),
            lte(idempotencyKeys.lockedUntil, sql`now()`),
          ),
        ),
      })
      .returning({ attempt: idempotencyKeys.attempt })
    if (own) return { ...keyId, attempt: attemptId }
    const [known] = await tx
      .select({
        requestHash: idempotencyKeys.requestHash,
        finishedAt: idempotencyKeys.finishedAt,
        response: idempotencyKeys.response,
        isRunning: sql<boolean>`${idempotencyKeys.lockedUntil} > now()`,
      })
      .from(idempotencyKeys)
      .where(isKeyRow(keyId))
    // Released between the two statements.
    if (!known) throw inProgressError()
    if (known.requestHash !== requestHash) throw keyReusedError()
    if (known.finishedAt) return { response: known.response }
    throw known.isRunning ? inProgressError() : outcomeUnknownError()
  })

/** Keeps a claim while its request is being processed. */
export const renewClaim = (context: WorkspaceContext, keyClaim: KeyClaim): Promise<void> =>
  inTransaction(context, async ({ tx }) => {
    await tx.update(idempotencyKeys).set({ lockedUntil: leaseEnd }).where(ownedRow(keyClaim))
  })

/**
 * Records in a transaction of the request that it changes something. Throws, and so rolls the transaction back, when
 * another process has taken the request over.
 */
export async function markCommitted(transaction: Tx, keyClaim: KeyClaim): Promise<void> {
  const { rowCount } = await transaction
    .update(idempotencyKeys)
    .set({ committedAt: sql`now()` })
    .where(ownedRow(keyClaim))
  if (rowCount !== 1) throw inProgressError()
}

export const finishClaim = (context: WorkspaceContext, keyClaim: KeyClaim, response: string | null): Promise<void> =>
  inTransaction(context, async ({ tx }) => {
    await tx.update(idempotencyKeys).set({ finishedAt: sql`now()`, response }).where(ownedRow(keyClaim))
  })

/** Frees the key of a refused request, so that the request can be repeated with it. */
export const releaseClaim = (context: WorkspaceContext, keyClaim: KeyClaim): Promise<void> =>
  inTransaction(context, async ({ tx }) => {
    await tx.delete(idempotencyKeys).where(ownedRow(keyClaim))
  })

/** The same after a failure that leaves open whether the request took effect: a key for which something committed stays. */
export const abandonClaim = (context: WorkspaceContext, keyClaim: KeyClaim): Promise<void> =>
  inTransaction(context, async ({ tx }) => {
    // Waits for a transaction of the request that is still being committed.
    const { rowCount } = await tx
      .delete(idempotencyKeys)
      .where(and(ownedRow(keyClaim), isNull(idempotencyKeys.committedAt)))
    if (rowCount === 0) await tx.update(idempotencyKeys).set({ lockedUntil: sql`now()` }).where(ownedRow(keyClaim))
  })
