/**
 * The one error type that may reach a client. `kind` decides the HTTP status, `code` is the stable
 * machine-readable name (`faq.not_found`, `limit.faqs`), `message` is a sentence a person can act on.
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'unprocessable'
  | 'limit'
  | 'rate_limited'
  | 'too_large'
  | 'unavailable'

export const STATUS_OF_KIND: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition_failed: 412,
  unprocessable: 422,
  limit: 402,
  rate_limited: 429,
  too_large: 413,
  unavailable: 503,
}

/** One entry per offending field; `path` is dotted (`items.3.question`). */
export interface FieldError {
  path: string
  message: string
}

export interface AppErrorDetails {
  fields?: FieldError[]
  retry_after?: number
  [key: string]: unknown
}

export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: AppErrorDetails | undefined

  constructor(
    errorKind: ErrorKind,
    errorCode: string,
    userMessage: string,
    options: { details?: AppErrorDetails; cause?: unknown } = {},
  ) {
    super(userMessage, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.kind = errorKind
    this.code = errorCode
    this.details = options.details
  }

  get status(): number {
    return STATUS_OF_KIND[this.kind]
  }
}

export const notFound = (missingNoun: string) =>
  new AppError('not_found', `${missingNoun}.not_found`, `This ${missingNoun.replaceAll('_', ' ')} does not exist.`)

/** The wire shape of every error, on every route. */
export interface ErrorBody {
  error: { code: string; message: string; details?: AppErrorDetails; request_id: string }
}
