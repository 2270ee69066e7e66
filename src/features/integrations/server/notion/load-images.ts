import { AppError } from '../../../../kernel/app-error.ts'
import { guardedFetch } from '../../../../platform/outbound/index.ts'
import { collectImages, IMAGE_BYTES_MAX } from '../../../knowledge/server/index.ts'
import type { BlockNode } from './block-text.ts'

const TIME_LIMIT_MS = 20_000
/** Requests for images of one page. */
const REQUESTS_MAX = 150

/**
 * Loads the images that Notion stores for a page, and numbers their blocks. Their addresses are signed and expire, and
 * get no token of ours. Images elsewhere are not fetched: an address could report who reads them.
 * @param allowHosts hosts that may be private: that of the API itself
 */
export async function loadImages(
  nodes: readonly BlockNode[],
  allowHosts: readonly string[],
  signal: AbortSignal,
): Promise<{ images: Uint8Array[]; isComplete: boolean }> {
  const { keep, images } = collectImages()
  let [requests, isComplete] = [0, true]
  for (const node of allNodes(nodes)) {
    const { block } = node
    if (block.type !== 'image' || block.image.type !== 'file') continue
    const bytes = ++requests > REQUESTS_MAX ? null : await load(block.image.file.url, allowHosts, signal)
    if (bytes === null) isComplete = false
    else {
      const number = keep(bytes)
      if (number !== null) node.image = number
    }
  }
  return { images, isComplete }
}

function* allNodes(nodes: readonly BlockNode[]): Generator<BlockNode> {
  for (const node of nodes) {
    yield node
    yield* allNodes(node.children)
  }
}

/** Returns null where the image cannot be loaded: the text is imported without it. */
async function load(url: string, allowHosts: readonly string[], signal: AbortSignal): Promise<Uint8Array | null> {
  try {
    const options = { allowHosts, signal, maxBytes: IMAGE_BYTES_MAX, timeoutMs: TIME_LIMIT_MS, maxRedirects: 2 }
    const { status, body } = await guardedFetch(url, options)
    return status === 200 ? body : null
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) return null
    throw error
  }
}
