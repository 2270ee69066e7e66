import type { Context } from 'hono'
import type { HttpEnv } from '../../../../platform/http/index.ts'
import { type FileStorage, fileNotFound, sendStoredFile } from '../../../../platform/storage/index.ts'

/** Opened by itself an image is saved. After a minute, an image that is closed to visitors is no longer shown. */
const IMAGE_HEADERS = { 'content-disposition': 'attachment', 'cache-control': 'private, max-age=60' }

/**
 * Sends a stored image to a requester who may see it.
 * @param storageKey undefined if the requester must not see it, or it does not exist
 * @throws not_found `file.not_found`
 */
export async function sendImage(
  context: Context<HttpEnv>,
  storage: FileStorage,
  storageKey: string | null | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  const imageResponse =
    storageKey && (await sendStoredFile(context, storage, storageKey, { ...IMAGE_HEADERS, ...headers }))
  if (!imageResponse) throw fileNotFound()
  return imageResponse
}
