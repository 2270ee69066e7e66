import { HTTPException } from 'hono/http-exception'
import type { ZodError } from 'zod'
import { AppError, type ErrorBody, type ErrorKind } from '../../kernel/app-error.ts'
import { MALFORMED_TEXT, malformedTextIn } from '../../kernel/well-formed-text.ts'

const KIND_OF_STATUS: Record<number, ErrorKind> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  429: 'rate_limited',
  503: 'unavailable',
}

export const UNEXPECTED_MESSAGE = 'Something went wrong on our side. Please try again.'

/** An error in its wire format, for every transport. */
export interface ErrorReply {
  status: number
  headers: Record<string, string>
  body: ErrorBody
  /** False for unexpected errors: they must be logged, and the client gets no details. */
  expected: boolean
}

/** Turns a zod error into one `invalid` AppError with `details.fields`: dotted path and message for each issue. */
export function fromZodError(error: ZodError): AppError {
  const fields = error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }))
  const [only] = fields
  const message =
    fields.length === 1 && only
      ? only.path
        ? `${only.path}: ${only.message}`
        : only.message
      : 'Some values are not valid.'
  return new AppError('invalid', 'request.invalid', message, { details: { fields }, cause: error })
}

/**
 * Refuses input with half of a surrogate pair in a text.
 * @throws invalid `request.invalid` with the path of the text
 */
export function assertWellFormed(input: unknown): void {
  const path = malformedTextIn(input)
  if (path === null) return
  const fields = [{ path, message: MALFORMED_TEXT }]
  throw new AppError('invalid', 'request.invalid', MALFORMED_TEXT, { details: { fields } })
}

/** In seconds: an outage that a restart or a failover ends takes about as long. */
const RETRY_UNAVAILABLE = 5

/** Value of `Retry-After` in seconds: what the error says, and a few seconds for everything that is unavailable. */
export function retryAfterOf(error: AppError): number | undefined {
  const asked = error.details?.retry_after ?? (error.kind === 'unavailable' ? RETRY_UNAVAILABLE : undefined)
  return asked === undefined ? undefined : Math.max(1, Math.ceil(asked))
}

/** Maps any thrown value to what the client gets. What is worth another try carries `Retry-After`. */
export function errorReply(error: unknown, requestId: string): ErrorReply {
  const known = asAppError(error)
  if (known === null) {
    const body = { error: { code: 'internal', message: UNEXPECTED_MESSAGE, request_id: requestId } }
    return { status: 500, headers: {}, body, expected: false }
  }
  const retryAfter = retryAfterOf(known)
  return {
    status: known.status,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    body: {
      error: {
        code: known.code,
        message: known.message,
        ...(known.details === undefined ? {} : { details: known.details }),
        request_id: requestId,
      },
    },
    expected: true,
  }
}

/** The same as a Response. */
export function errorResponse(error: unknown, requestId: string): Response {
  const reply = errorReply(error, requestId)
  return Response.json(reply.body, { status: reply.status, headers: reply.headers })
}

function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException) {
    const kind = KIND_OF_STATUS[error.status]
    return kind === undefined
      ? null
      : new AppError(kind, `request.${kind}`, error.message || 'The request was refused.')
  }
  // A stream that broke because of ours wraps it as the cause.
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null
}
