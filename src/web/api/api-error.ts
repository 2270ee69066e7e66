import type { AppErrorDetails, ErrorKind } from '../../kernel/app-error.ts'

/** The error of every failed API call. `message` can be shown to the user as it is. */
export class ApiError extends Error {
  readonly kind: ErrorKind | 'network' | 'unknown'
  /** Stable, machine-readable code: `limit.workspaces`, `faq.not_found`. */
  readonly code: string
  readonly details: AppErrorDetails | undefined

  constructor(kind: ApiError['kind'], code: string, message: string, details?: AppErrorDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.kind = kind
    this.code = code
    this.details = details
  }

  /** True when the same call may succeed a moment later. */
  get temporary(): boolean {
    return this.kind === 'network' || this.kind === 'unavailable' || this.kind === 'unknown'
  }
}

/** Returns the message to show for any thrown value. */
export const messageOf = (error: unknown, fallback = 'An unexpected error occurred. Please try again.'): string =>
  error instanceof ApiError && error.kind !== 'unknown' ? error.message : fallback
