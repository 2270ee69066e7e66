import { AppError } from '../../kernel/app-error.ts'

const LOST_CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** Server shutting down or starting, too many connections, disk full, out of memory, read-only after a failover. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53000', '53100', '53200', '53300', '25006'])
/** A standby answers `BEGIN READ WRITE` with this sentence and the general code of missing features. */
const STANDBY_REFUSAL = { code: '0A000', text: /during recovery/ }
const LOST_TEXT =
  /^(connection terminated|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|cannot use a pool after)/i

/** The errors from the outermost to the first cause; the query builder wraps the driver's. */
function* causeChain(error: unknown): Generator<Error & { code?: unknown; severity?: unknown }> {
  for (
    let currentCause = error, causeDepth = 0;
    currentCause instanceof Error && causeDepth < 8;
    currentCause = currentCause.cause, causeDepth++
  )
    yield currentCause
}

/** The SQLSTATE or the system's error code, such as `23505` or `ECONNRESET`; undefined when there is none. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (const { code } of causeChain(error)) if (typeof code === 'string') return code
  return undefined
}

/** The connection or the whole server is gone: the same work may succeed later. */
export function isConnectionLost(error: unknown): boolean {
  for (const { code, message, severity } of causeChain(error)) {
    // These errors end the session, for example a failed log write.
    if (severity === 'FATAL' || severity === 'PANIC') return true
    if (
      typeof code === 'string' &&
      (LOST_CONNECTION_CODES.has(code) || UNAVAILABLE.has(code) || code.startsWith('08') || code === '25P03')
    )
      return true
    if (code === STANDBY_REFUSAL.code && STANDBY_REFUSAL.text.test(message)) return true
    if (LOST_TEXT.test(message)) return true
  }
  return false
}

function isDiskFull(error: unknown): boolean {
  for (const { code, message } of causeChain(error))
    if (code === '53100' || /No space left on device|Disk quota exceeded/.test(message)) return true
  return false
}

/** Names what can happen to any statement; every other error is returned as it is. */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (databaseErrorCode(error) === '57014') {
    return new AppError('unavailable', 'database.timeout', 'The database took too long to answer. Try again.', {
      cause: error,
    })
  }
  if (isDiskFull(error)) {
    return new AppError(
      'unavailable',
      'database.disk_full',
      'The disk of the database is full. Nothing can be saved until there is space again.',
      { cause: error },
    )
  }
  if (isConnectionLost(error)) {
    return new AppError(
      'unavailable',
      'database.unavailable',
      'The database cannot be reached at the moment. Try again shortly.',
      {
        cause: error,
      },
    )
  }
  return error
}

/**
 * Repeats work that PostgreSQL refused because of others working at the same time (serialization failure, deadlock).
 * Only for work whose whole effect is its transaction: `run` opens it, and is called up to `attempts` times. Between two
 * of them a random pause, longer each time, lets the other work end.
 */
export async function repeatOnConflict<T>(runWork: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await runWork()
    } catch (error) {
      const errorCode = databaseErrorCode(error)
      if ((errorCode !== '40001' && errorCode !== '40P01') || attemptNumber >= attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attemptNumber))
    }
  }
}
