import type { Context } from 'hono'
import { type HttpEnv, streamBody } from '../http/index.ts'
import { type FileStorage, fileNotFound, savedAs } from './file-storage.ts'

/** Answers with a stored file, its type and its length beside `headers`; null where there is none. */
export async function sendStoredFile(
  context: Context<HttpEnv>,
  storage: FileStorage,
  key: string,
  headers: Record<string, string>,
): Promise<Response | null> {
  const file = await storage.stat(key)
  if (!file) return null
  const all = { ...headers, 'content-type': file.contentType, 'content-length': String(file.size) }
  return streamBody(context, all, () => storage.get(key))
}

/**
 * Answers a request for a file that its asker may have and shall save: from a bucket by sending them there with an address
 * that is good for `seconds`, from the disk with the bytes. @throws not_found `file.not_found`
 */
export async function sendDownload(
  context: Context<HttpEnv>,
  storage: FileStorage,
  key: string,
  options: { fileName: string; seconds: number },
): Promise<Response> {
  const address = (await storage.stat(key)) ? await storage.signedDownload(key, options) : null
  // The URL is a key to the file: it must not be cached or sent as a referrer.
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  if (address) return context.body(null, 302, { ...headers, location: address })
  const sent = await sendStoredFile(context, storage, key, {
    ...headers,
    'content-disposition': savedAs(options.fileName),
  })
  if (!sent) throw fileNotFound()
  return sent
}
