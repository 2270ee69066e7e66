import type { Readable } from 'node:stream'
import { AppError } from '../../kernel/app-error.ts'

export interface StoredFile {
  /** Bytes. */
  size: number
  contentType: string
  modifiedAt: Date
}

/**
 * Files by key, on this machine's disk or in a bucket. Keys are `segment/segment/…` of `a-z 0-9 _ . -`, each segment
 * beginning with a letter or digit, at most 512 characters; a key is never also the folder of another. A wrong key is
 * an `invalid` AppError, `storage.key`.
 */
export interface FileStorage {
  /** Replaces what was there. Readers see the old content or the new, never a part; after a failure the old remains. */
  put(key: string, data: Buffer | Readable, options: { contentType: string }): Promise<void>
  /** The content. When there is none the stream fails with `not_found`, `file.not_found`. */
  get(key: string): Readable
  stat(key: string): Promise<StoredFile | null>
  /** Deleting what is not there is not an error. */
  delete(key: string): Promise<void>
  /** Deletes every key under `prefix`, which ends in '/'. */
  deletePrefix(prefix: string): Promise<void>
  /** The keys under `prefix` ('' or ending in '/') in order. */
  list(prefix: string): AsyncIterable<string>
  /** Resolves when the place of the files answers and accepts this process; for the readiness probe. */
  check(): Promise<void>
  /**
   * Returns a URL at the storage service that downloads the file as `fileName`, valid for `seconds`; null when files
   * have no URL of their own and pass through this process. Does not check whether the file exists.
   */
  signedDownload(key: string, options: { fileName: string; seconds: number }): Promise<string | null>
}

const SEGMENT = /^[a-z0-9][a-z0-9_.-]{0,199}$/
const MAX_KEY = 512

const isPath = (path: string): boolean =>
  path.length <= MAX_KEY && !path.includes('..') && path.split('/').every((segment) => SEGMENT.test(segment))

export const isKey = (key: string): boolean => isPath(key)

/** `content-disposition` of a file to be saved: a plain name for old programs, the exact one for the others (RFC 6266). */
export function savedAs(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** Returns the key, or throws when it is none. */
export function checkKey(key: string): string {
  if (!isPath(key)) throw new AppError('invalid', 'storage.key', 'This is not a valid file key.')
  return key
}

/** A prefix without its '/': '' for everything. The slash is required: `a/1` must not mean `a/10` too. */
export function checkPrefix(prefix: string): string {
  if (prefix === '') return ''
  if (!prefix.endsWith('/') || !isPath(prefix.slice(0, -1))) {
    throw new AppError('invalid', 'storage.key', 'This is not a valid file prefix.')
  }
  return prefix.slice(0, -1)
}

export const fileNotFound = (): AppError => new AppError('not_found', 'file.not_found', 'This file does not exist.')
