import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** One body in every encoding worth sending, each with its own strong ETag (with quotes). */
export type CompressedBody = Record<Encoding, { bytes: Buffer<ArrayBuffer>; etag: string }>

const tagged = (bytes: Buffer<ArrayBuffer>) => ({
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
})

/** zlib may return a view of a larger buffer, which would stay in memory with it. */
function alone(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Compresses once, thoroughly (brotli 9, gzip 9). Where that does not help, the encoding holds the plain bytes' entry. */
export async function compressBody(body: Buffer<ArrayBuffer>): Promise<CompressedBody> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [br, gz] = await Promise.all([brotli(body, { params }), deflate(body, { level: 9 })])
  const identity = tagged(body)
  return {
    identity,
    br: br.length < body.length ? tagged(alone(br)) : identity,
    gzip: gz.length < body.length ? tagged(alone(gz)) : identity,
  }
}

/** Browsers send the same few headers again and again. */
const encodings = new LRUCache<string, Encoding>({ max: 200, memoMethod: encodingFor })

/** Picks an encoding for an Accept-Encoding header; `;q=0` refuses. */
export const negotiateEncoding = (accept: string | undefined): Encoding =>
  accept ? encodings.memo(accept) : 'identity'

function encodingFor(accept: string): Encoding {
  const offered = accept.toLowerCase()
  const accepts = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`).test(offered)
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}

/** Returns true when an If-None-Match header contains this ETag (weak comparison, RFC 9110 §13.1.2). */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.split(',').some((entry) => {
    const tag = entry.trim().replace(/^W\//, '')
    return tag === '*' || tag === etag
  })
}
