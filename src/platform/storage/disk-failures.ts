import { AppError } from '../../kernel/app-error.ts'

const FAILURES: Record<string, [code: string, message: string]> = {
  ENOSPC: ['storage.full', 'The disk is full.'],
  EDQUOT: ['storage.full', 'The disk is full.'],
  EFBIG: ['storage.full', 'The disk is full.'],
  EROFS: ['storage.read_only', 'The data folder cannot be written.'],
  EACCES: ['storage.read_only', 'The data folder cannot be written.'],
  EPERM: ['storage.read_only', 'The data folder cannot be written.'],
}

/** The code of a system error, or '' when it has none. */
export const diskErrorCode = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? ''

/** A full or read-only disk as an `unavailable` AppError; any other error unchanged. */
export function translateDiskError(error: unknown): unknown {
  const failure = FAILURES[diskErrorCode(error)]
  return failure ? new AppError('unavailable', failure[0], failure[1], { cause: error }) : error
}
