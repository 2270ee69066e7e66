import { AppError } from '../../../../kernel/app-error.ts'
import { guardedFetch } from '../../../../platform/outbound/index.ts'
import { collectImages, MAX_IMAGE_BYTES } from '../../../knowledge/server/index.ts'
import type { BlockNode } from './block-text.ts'

const TIME_LIMIT_MS = 20_000
/** Requests for images of one page. */
const IMAGE_REQUESTS_MAX = 150

/**
 * Loads the images that Notion stores for a page, and numbers their blocks. Their addresses are signed and expire, and
 * get no token of ours. Images elsewhere are not fetched: an address could report who reads them.
 * @param allowHosts hosts that may be private: that of the API itself
 */
export async function loadImages(
  blockNodes: readonly BlockNode[],
  allowHosts: readonly string[],
  signal: AbortSignal,
): Promise<{ images: Uint8Array[]; isComplete: boolean }> {
  const { keep, images } = collectImages()
  let [requests, isComplete] = [0, true]
  for (const blockNode of walkNodes(blockNodes)) {
    const { block } = blockNode
    if (block.type !== 'image' || block.image.type !== 'file') continue
    const imageBytes =
      ++requests > IMAGE_REQUESTS_MAX ? null : await loadImage(block.image.file.url, allowHosts, signal)
    if (imageBytes === null) isComplete = false
    else {
      const imageNumber = keep(imageBytes)
      if (imageNumber !== null) blockNode.image = imageNumber
    }
  }
  return { images, isComplete }
}

function* walkNodes(blockNodes: readonly BlockNode[]): Generator<BlockNode> {
  for (const blockNode of blockNodes) {
    yield blockNode
    yield* walkNodes(blockNode.children)
  }
}

/** Returns null where the image cannot be loaded: the text is imported without it. */
async function loadImage(
  imageUrl: string,
  allowHosts: readonly string[],
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  try {
    const fetchOptions = { allowHosts, signal, maxBytes: MAX_IMAGE_BYTES, timeoutMs: TIME_LIMIT_MS, maxRedirects: 2 }
    const { status, body } = await guardedFetch(imageUrl, fetchOptions)
    return status === 200 ? body : null
  } catch (fetchError) {
    signal.throwIfAborted()
    if (fetchError instanceof AppError) return null
    throw fetchError
  }
}
