import { AppError } from '../../kernel/app-error.ts'

/** The part of an S3 client error that identifies the failure. */
interface S3Failure {
  name?: string
  code?: string
  Code?: string
  $metadata?: { httpStatusCode?: number }
}

const DENIED = ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'Forbidden', '403']
const NETWORK = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'TimeoutError',
  'NetworkingError',
]
const NO_FILE = ['NoSuchKey', 'NotFound']

const nameOf = (error: unknown): string => {
  const { name, code, Code } = (error ?? {}) as S3Failure
  return String(Code ?? (code && NETWORK.includes(code) ? code : name) ?? '')
}

const statusOf = (error: unknown): number => ((error ?? {}) as S3Failure).$metadata?.httpStatusCode ?? 0

/** Returns true when the bucket reports that the file does not exist. */
export const isNoFile = (error: unknown): boolean => NO_FILE.includes(nameOf(error))

/** Converts failures of the bucket to an actionable `unavailable` error; returns other errors unchanged. */
export function translateS3(error: unknown): unknown {
  if (error instanceof AppError) return error
  const name = nameOf(error)
  const unavailable = (code: string, message: string) => new AppError('unavailable', code, message, { cause: error })
  if (name === 'NoSuchBucket') return unavailable('storage.bucket', 'The bucket of S3_BUCKET does not exist.')
  if (DENIED.includes(name) || statusOf(error) === 403)
    return unavailable('storage.denied', 'The storage service refuses the keys of S3_ACCESS_KEY_ID.')
  if (NETWORK.includes(name)) return unavailable('storage.unreachable', 'The storage service does not answer.')
  if (statusOf(error) >= 500) return unavailable('storage.failing', 'The storage service does not work at the moment.')
  return error
}
