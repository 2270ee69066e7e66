import { Readable } from 'node:stream'
import { type FileStorage, fileNotFound, savedAs } from './file-storage.ts'

/**
 * Answers a request for a file that its asker may have and shall save: from a bucket by sending them there with an address
 * that is good for `seconds`, from the disk with the bytes. @throws not_found `file.not_found`
 */
export async function sendFile(
  storage: FileStorage,
  key: string,
  o: { fileName: string; seconds: number },
): Promise<Response> {
  const file = await storage.stat(key)
  if (!file) throw fileNotFound()
  const address = await storage.signedDownload(key, o)
  // The address is a key to the file: nobody may keep it, or learn from where it was asked for.
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  if (address) return new Response(null, { status: 302, headers: { ...headers, location: address } })
  return new Response(Readable.toWeb(storage.get(key)) as ReadableStream<Uint8Array>, {
    headers: {
      ...headers,
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': savedAs(o.fileName),
    },
  })
}
