import { ORPCError } from '@orpc/client'
import type { AppErrorDetails, ErrorKind } from '../../kernel/app-error.ts'
import { ApiError } from './api-error.ts'

const ERROR_KIND_BY_STATUS: Record<number, ErrorKind> = {
  400: 'invalid',
  401: 'unauthenticated',
  402: 'limit',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  429: 'rate_limited',
  503: 'unavailable',
}

const ERROR_KINDS = new Set<string>(Object.values(ERROR_KIND_BY_STATUS))

interface WireError {
  kind?: unknown
  code?: unknown
  message?: unknown
  details?: unknown
}

/** Converts any error of the RPC client to an ApiError. Returns an AbortError unchanged. */
export function toApiError(requestError: unknown): unknown {
  if (requestError instanceof ApiError || (requestError instanceof DOMException && requestError.name === 'AbortError'))
    return requestError
  if (requestError instanceof ORPCError) {
    const wireError: WireError =
      typeof requestError.data === 'object' && requestError.data !== null ? requestError.data : {}
    const errorKind =
      typeof wireError.kind === 'string' && ERROR_KINDS.has(wireError.kind)
        ? (wireError.kind as ErrorKind)
        : ERROR_KIND_BY_STATUS[requestError.status]
    return new ApiError(
      errorKind ?? 'unknown',
      typeof wireError.code === 'string' ? wireError.code : requestError.code,
      typeof wireError.message === 'string' ? wireError.message : requestError.message,
      (wireError.details ?? undefined) as AppErrorDetails | undefined,
      requestError,
    )
  }
  return new ApiError(
    'network',
    'network',
    'The server cannot be reached. Please check your connection.',
    undefined,
    requestError,
  )
}
