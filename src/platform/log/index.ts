import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from '../config/index.ts'
import { redactLine } from './redaction.ts'

export { maskAddress, redactLine } from './redaction.ts'

/** Structured logger: `log.info({ request_id }, 'sentence')`. */
export interface Logger {
  fatal: LogMethod
  error: LogMethod
  warn: LogMethod
  info: LogMethod
  debug: LogMethod
  trace: LogMethod
  /** A logger whose every line carries `fields`, e.g. `{ request_id }`. */
  child(fields: Record<string, unknown>): Logger
}

interface LogMethod {
  (fields: Record<string, unknown>, message?: string): void
  (message: string): void
}

/**
 * JSON lines on standard output, or on `destination`. Errors belong under `err`. Secrets and email addresses are masked
 * anywhere in a line; other personal data must not be logged.
 */
export function createLogger(
  config: { logLevel: LogLevel },
  destination: DestinationStream = pino.destination(1),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactLine },
    },
    destination,
  )
}

/** Swallows everything; for tests and tools. */
export const silentLogger: Logger = pino({ level: 'silent' })
