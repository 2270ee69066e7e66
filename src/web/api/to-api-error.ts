import { ORPCError } from '@orpc/client'
import type { AppErrorDetails, ErrorKind } from '../../kernel/app-error.ts'
import { ApiError } from './api-error.ts'

const KINDS = new Set<string>([
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'limit',
  'rate_limited',
  'too_large',
  'unavailable',
] satisfies ErrorKind[])

const KIND_OF_STATUS: Record<number, ErrorKind> = {
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

interface WireError {
  kind?: unknown
  code?: unknown
  message?: unknown
  details?: unknown
}

/** Converts any error of the RPC client to an ApiError. Returns an AbortError unchanged. */
export function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return error
  if (error instanceof ORPCError) {
    const wire: WireError = typeof error.data === 'object' && error.data !== null ? error.data : {}
    const kind =
      typeof wire.kind === 'string' && KINDS.has(wire.kind) ? (wire.kind as ErrorKind) : KIND_OF_STATUS[error.status]
    return new ApiError(
      kind ?? 'unknown',
      typeof wire.code === 'string' ? wire.code : error.code,
      typeof wire.message === 'string' ? wire.message : error.message,
      (wire.details ?? undefined) as AppErrorDetails | undefined,
      error,
    )
  }
  return new ApiError(
    'network',
    'network',
    'The server cannot be reached. Please check your connection.',
    undefined,
    error,
  )
}
