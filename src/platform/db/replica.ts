import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { endPool } from './end-pool.ts'
import { isConnectionLost, mapDatabaseError } from './errors.ts'

const CHECK_EVERY_MS = 1_000
/**
 * An idle primary may name the place after the header of a page that has no record yet, this many bytes further than
 * what a replica can have replayed. The record of a commit is longer.
 */
const PAGE_HEADER = 24n
/** Positions of the last quarter of an hour. */
const MAX_AWAITED = 900
const MAX_CHANGES = 10_000
/** Checks until a replica that has not caught up is worth a warning. */
const STARTING = 5
/** Checks in a row that the primary may leave unanswered before it counts as away: it may only be busy. */
const MAX_TIMEOUTS = 3
/** After a read that failed on the primary: the time until the replica has to have the workspace's changes. */
const CATCH_UP_MS = 1_000
const CATCH_UP_PAUSE_MS = 100
const IDENTITY = `system_identifier || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity
  FROM pg_control_system()`
const ASK_PRIMARY = `SELECT pg_current_wal_insert_lsn()::text AS position, ${IDENTITY}`
const ASK_REPLICA = `SELECT pg_is_in_recovery() AS "isStandby", pg_last_wal_replay_lsn()::text AS position, ${IDENTITY}`

interface ReplicaOptions {
  pool: pg.Pool
  /** One connection to each server, so that a check waits for no reads. That to the primary bypasses a pooler. */
  checks: { primary: pg.Pool; replica: pg.Pool }
  maxLagSeconds: number
  log: (level: 'info' | 'warn', message: string, fields?: object) => void
}

/**
 * A standby that visitors' reads may use. It is asked every second how much of the primary's log it has replayed. It
 * serves a workspace while it has every change that this process has been notified of, and is not further behind than
 * the limit. While the primary cannot be reached, it takes over visitors' reads with the content that it has.
 */
export class Replica {
  readonly pool: pg.Pool
  onRead: (target: 'replica' | 'primary') => void = () => {}
  /** The primary is back, and what was read in the meantime may lack its last changes. */
  onPrimaryBack: () => void = () => {}
  readonly #checks: ReplicaOptions['checks']
  readonly #maxLagSeconds: number
  readonly #log: ReplicaOptions['log']
  /** Positions of the primary that the replica has not replayed yet, the oldest first. */
  #awaited: { position: bigint; at: number }[] = []
  /** Position of the replica at the last check. */
  #replayed = 0n
  /** The replica has all that was committed before this time; null while that is unknown. */
  #freshAsOf: number | null = null
  /** Times of the notifications that the replica may lack, by workspace. */
  readonly #changes = new Map<string, number>()
  #allChangedAt = Number.NEGATIVE_INFINITY
  #fault: string | null = 'it has not been asked yet'
  /** Identity of the database of both servers; null unless the replica was usable when the primary was last asked. */
  #usableIdentity: string | null = null
  #isPrimaryAway = false
  #timeouts = 0
  #hasUnverifiedReads = false
  /** End waiting for the primary, by the reads that wait for it. */
  readonly #waiting = new Set<() => void>()
  /** As logged last. */
  #wasInUse: boolean | null = null
  #checking: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor({ pool, checks, maxLagSeconds, log }: ReplicaOptions) {
    this.pool = pool
    this.#checks = checks
    this.#maxLagSeconds = maxLagSeconds
    this.#log = log
    pool.on('error', (error) => this.#takeOut(error.message))
    void this.#watch()
  }

  /** Seconds since a state of the primary that the replica is known to have, up to a second more than it lags; null while unknown. */
  get lagSeconds(): number | null {
    return this.#freshAsOf === null ? null : (performance.now() - this.#freshAsOf) / 1000
  }

  /** Why it is not used; null while it is. */
  get problem(): string | null {
    if (this.#fault !== null) return this.#fault
    if (this.hasTakenOver) return null
    const lagSeconds = this.lagSeconds
    if (lagSeconds === null) return 'it has not caught up with the primary yet'
    if (lagSeconds <= this.#maxLagSeconds) return null
    return `it is more than ${this.#maxLagSeconds} seconds behind the primary, or the primary cannot be asked`
  }

  /** True while the primary is away, and the replica was in use before: it has all that can be read. */
  get hasTakenOver(): boolean {
    return this.#isPrimaryAway && this.#usableIdentity !== null && this.#fault === null
  }

  /** True when reads of the workspace may use it; null asks for a read that concerns none in particular. */
  serves(workspaceId: string | null): boolean {
    if (this.#freshAsOf === null || this.problem !== null) return false
    const changedAt = workspaceId === null ? undefined : this.#changes.get(workspaceId)
    return this.#freshAsOf > Math.max(this.#allChangedAt, changedAt ?? this.#allChangedAt)
  }

  /** A read that the replica served without knowing whether it has all changes of the workspace. */
  noteUnverifiedRead(): void {
    this.#hasUnverifiedReads = true
  }

  /**
   * Waits for a read of the primary, until the replica takes over: a pooler may keep the read until the primary is
   * back. Throws unavailable `database.unavailable` then, and what the read throws.
   */
  async untilTakeover<T>(pendingRead: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const endWaiting = () => reject(mapDatabaseError(new Error('Connection terminated: the primary is away.')))
    this.#waiting.add(endWaiting)
    try {
      return await Promise.race([pendingRead, promise])
    } finally {
      this.#waiting.delete(endWaiting)
    }
  }

  /** After a read that failed on the primary: waits shortly until the replica has the changes of the workspace, or takes over. */
  async canReplacePrimary(workspaceId: string | null): Promise<boolean> {
    for (const catchUpEnd = performance.now() + CATCH_UP_MS; ; await delay(CATCH_UP_PAUSE_MS)) {
      await this.check()
      if (this.hasTakenOver || this.serves(workspaceId)) return true
      if (this.#fault !== null || performance.now() > catchUpEnd) return false
    }
  }

  /** A change was committed: until the replica has it, the workspace is read from the primary. Null: of any workspace. */
  noteChange(workspaceId: string | null): void {
    const timestamp = performance.now()
    if (workspaceId !== null && this.#changes.size < MAX_CHANGES) this.#changes.set(workspaceId, timestamp)
    else this.#allChangedAt = timestamp
  }

  /** Returns true unless the error is the answer of the code that reads: the replica may be its reason. */
  noteError(error: unknown): boolean {
    if (isConnectionLost(error)) {
      const failureReason = firstReason(error)
      // A server that is only busy is not lost, and of one that does not answer at all the next check knows.
      if (!/timeout/i.test(failureReason)) this.#takeOut(failureReason)
      return true
    }
    // The standby also cancels reads that block its replay, and may lack a migration.
    return !(error instanceof AppError) || error.code.startsWith('database.')
  }

  /** Asks both servers, or joins a check under way. Never throws. */
  check(): Promise<void> {
    this.#checking ??= this.#askBoth().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  async #askBoth(): Promise<void> {
    const checkedAt = performance.now()
    let primaryState: { position: string; identity: string }
    try {
      primaryState = await queryFirstRow(this.#checks.primary, ASK_PRIMARY)
    } catch (error) {
      await this.#checkWithoutPrimary(firstReason(error))
      return this.#logUse()
    }
    this.#notePrimary()
    const { identity } = primaryState
    await this.#compare({ at: checkedAt, position: positionOf(primaryState.position), identity })
    this.#usableIdentity = this.problem === null ? identity : null
    this.#logUse()
  }

  /** Nothing is known to be fresh then; the replica must at least be the server that it was. */
  async #checkWithoutPrimary(failureReason: string): Promise<void> {
    if (/timeout/i.test(failureReason) && ++this.#timeouts < MAX_TIMEOUTS) return
    if (!this.#isPrimaryAway && this.#usableIdentity !== null)
      this.#log('warn', 'The primary of the database cannot be reached. Visitors read from the replica.', {
        reason: failureReason,
      })
    this.#isPrimaryAway = true
    try {
      const { identity } = await queryFirstRow<{ identity: string }>(this.#checks.replica, ASK_REPLICA)
      if (identity === this.#usableIdentity) this.#fault = null
    } catch (error) {
      // One that is only busy is better than none.
      if (!/timeout/i.test(firstReason(error))) this.#takeOut(firstReason(error))
    }
    if (this.hasTakenOver) for (const endWaiting of this.#waiting) endWaiting()
  }

  #notePrimary(): void {
    this.#isPrimaryAway = false
    this.#timeouts = 0
    if (!this.#hasUnverifiedReads) return
    this.#hasUnverifiedReads = false
    this.onPrimaryBack()
  }

  #logUse(): void {
    const isInUse = this.problem === null
    // The first positions are not reached at once.
    const isStarting = this.#wasInUse === null && !isInUse && this.#fault === null && this.#awaited.length <= STARTING
    if (isInUse === this.#wasInUse || isStarting || this.#isClosed) return
    const logMessage = `The replica of the database is ${isInUse ? '' : 'not '}used for reads.`
    this.#log(isInUse ? 'info' : 'warn', logMessage, isInUse ? {} : { reason: this.problem })
    this.#wasInUse = isInUse
  }

  /** Asks up to three times a second apart, so that it may reach the first position; returns the problem that is left. */
  async untilInUse(): Promise<string | null> {
    for (let attemptNumber = 1; attemptNumber <= 3; attemptNumber++) {
      await this.check()
      if (this.problem === null) break
      await delay(CHECK_EVERY_MS)
    }
    return this.problem
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await Promise.all([this.pool, this.#checks.primary, this.#checks.replica].map(endPool))
  }

  async #watch(): Promise<void> {
    await this.check()
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#watch(), CHECK_EVERY_MS).unref()
  }

  async #compare({ at, position, identity }: { at: number; position: bigint; identity: string }): Promise<void> {
    let replicaState: { isStandby: boolean; position: string | null; identity: string }
    try {
      replicaState = await queryFirstRow(this.#checks.replica, ASK_REPLICA)
    } catch (error) {
      return this.#takeOut(firstReason(error))
    }
    if (replicaState.identity !== identity) return this.#takeOut('it is not a copy of the database of DATABASE_URL')
    if (!replicaState.isStandby || replicaState.position === null) return this.#takeOut('it is not a standby')
    const hadReplayedMore = this.#replayed > position
    this.#replayed = positionOf(replicaState.position)
    // After a failover that lost the newest records: positions before it mean nothing.
    if (hadReplayedMore) {
      this.#awaited = []
      return this.#takeOut('it was ahead of the primary, so one of them was replaced')
    }
    this.#awaited.push({ at, position })
    if (this.#awaited.length > MAX_AWAITED) this.#awaited.shift()
    const reachedPosition = this.#replayed + PAGE_HEADER
    while (this.#awaited[0] && this.#awaited[0].position <= reachedPosition) this.#freshAsOf = this.#awaited.shift()!.at
    this.#fault = null
    for (const [id, changedAt] of this.#changes) if (changedAt < (this.#freshAsOf ?? 0)) this.#changes.delete(id)
  }

  /** Ends its use until a check proves again what it has. */
  #takeOut(failureReason: string): void {
    this.#fault = failureReason
    this.#freshAsOf = null
  }
}

async function queryFirstRow<R extends pg.QueryResultRow>(connectionPool: pg.Pool, statement: string): Promise<R> {
  const { rows } = await connectionPool.query<R>(statement)
  return rows[0]!
}

/** The driver's own words: an error around it has the statement in its text. */
function firstReason(error: unknown): string {
  let firstError = error as Error & { code?: string }
  while (firstError.cause instanceof Error) firstError = firstError.cause as typeof firstError
  return firstError.message || firstError.code || 'unknown'
}

/** The number of a position in the log, such as `16/B374D848`. */
function positionOf(positionText: string): bigint {
  const [high = '', low = ''] = positionText.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
