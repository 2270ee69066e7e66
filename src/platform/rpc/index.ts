import { ORPCError, ValidationError } from '@orpc/contract'
import { AppError, type AppErrorDetails, type FieldError } from '../../kernel/app-error.ts'

/** Request context of every procedure. Guards add the user and the workspace. */
export interface RequestContext {
  headers: Headers
  /** Headers to send with the answer: session cookies. */
  responseHeaders: Headers
  requestId: string
  /** The client's address, as far as TRUST_PROXY lets it be known. */
  address: string
  /** Runs `compute` at the first call with this key in a request, and gives its result again at further calls. */
  once: RequestMemo
  /** `rpc`: the dashboard, by session cookie. `rest`: integrators, by API key. */
  transport: 'rpc' | 'rest'
}

export type RequestMemo = <T>(key: string, compute: () => Promise<T>) => Promise<T>

export function createRequestMemo(): RequestMemo {
  const results = new Map<string, Promise<unknown>>()
  return <T>(key: string, compute: () => Promise<T>) => {
    const result = results.get(key) ?? compute()
    results.set(key, result)
    return result as Promise<T>
  }
}

/** Content of an RPC error's `data`; the client rebuilds its ApiError from it. */
export interface RpcErrorData {
  kind: AppError['kind'] | 'internal'
  code: string
  message: string
  details?: AppErrorDetails
  request_id: string
}

export { isSecurityRefusal } from './security-refusals.ts'

const INTERNAL = 'Something went wrong on our side. Please try again.'

interface Issue {
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined
  message: string
}

const fieldErrors = (issues: readonly Issue[]): FieldError[] =>
  issues.slice(0, 50).map((issue) => ({
    path: (issue.path ?? []).map((p) => String(typeof p === 'object' ? p.key : p)).join('.'),
    message: issue.message,
  }))

/** The AppError that a failure amounts to, or null when it is one of ours (a bug, a lost connection unknown to us). */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  if (!(error instanceof ORPCError)) return null
  if (error.cause instanceof AppError) return error.cause
  if (error.cause instanceof ValidationError && error.status < 500) {
    const fields = fieldErrors(error.cause.issues as readonly Issue[])
    const message = fields[0]?.message ?? 'Please check the request.'
    return new AppError('invalid', 'request.invalid', message, { details: { fields } })
  }
  if (error.status === 404) return new AppError('not_found', 'not_found', 'There is nothing at this address.')
  if (error.status === 413) return new AppError('too_large', 'too_large', 'The request is too large.')
  if (error.status < 500) return new AppError('invalid', 'request.malformed', 'The request could not be read.')
  return null
}

/** Converts all errors to RPC errors. Calls `report` for those without details for the client. */
export function toRpcError(
  error: unknown,
  requestId: string,
  report: (error: unknown) => void,
): ORPCError<string, RpcErrorData> {
  const known = asAppError(error)
  if (!known) {
    report(error)
    const data: RpcErrorData = { kind: 'internal', code: 'internal', message: INTERNAL, request_id: requestId }
    return new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, message: INTERNAL, data, cause: error })
  }
  const { kind, code, message, details } = known
  return new ORPCError(kind.toUpperCase(), {
    status: known.status,
    message,
    data: { kind, code, message, ...(details ? { details } : {}), request_id: requestId },
    cause: known,
  })
}
