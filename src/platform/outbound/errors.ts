import { AppError } from '../../kernel/app-error.ts'

export const blocked = (): AppError =>
  new AppError('invalid', 'outbound.blocked', 'This address cannot be reached from here: only public websites can.')

export const tooLarge = (maxBytes: number): AppError =>
  new AppError('too_large', 'outbound.too_large', 'The response of that address is too large.', {
    details: { max_bytes: maxBytes },
  })

export const timedOut = (): AppError =>
  new AppError('unavailable', 'outbound.timeout', 'That address took too long to answer.')

export const failed = (cause: unknown): AppError =>
  new AppError('unavailable', 'outbound.failed', 'That address could not be reached.', { cause })

/** The error of ours that a library has wrapped, if there is one. */
export function ownError(error: unknown): AppError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof AppError) return at
  }
  return null
}
