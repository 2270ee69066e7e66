import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { type CompressedBody, compressBody, etagMatches, negotiateEncoding } from './compressed-body.ts'

/** Vite's `name-[hash].ext`. */
const HASHED = /-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

interface StaticFile {
  path: string
  type: string
  cacheControl: string
  /** Read and compressed at the first request, once for all who wait. */
  body: Promise<CompressedBody> | null
}

export interface StaticOptions {
  /** Path under which the folder appears; default '/'. */
  mount?: string
  /** Cache-Control of files without a hash in their name; default: revalidate each time. */
  cacheControl?: string
  /** Paths left out: pages that something else renders, e.g. `/index.html`. */
  except?: readonly string[]
}

/**
 * Serves a built folder from memory, compressed, with ETags. The folder is listed once, so a request can only name a
 * file on the list, regardless of dots in its path. Calls the next handler for other requests.
 */
export function staticFiles(root: string, options: StaticOptions = {}): MiddlewareHandler {
  const files = listFiles(root, options)
  return async (context, next) => {
    const file = context.req.method === 'GET' || context.req.method === 'HEAD' ? files.get(context.req.path) : undefined
    if (file === undefined) return next()
    file.body ??= compressBody(readFileSync(file.path)).catch((error: unknown) => {
      file.body = null
      throw error
    })
    const encodings = await file.body
    const wanted = negotiateEncoding(context.req.header('accept-encoding'))
    const { bytes, etag } = encodings[wanted]
    const headers: Record<string, string> = {
      'cache-control': file.cacheControl,
      etag,
      vary: 'Accept-Encoding',
      // Other sites load the loader script and the icons.
      'cross-origin-resource-policy': 'cross-origin',
    }
    if (etagMatches(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
    headers['content-type'] = file.type
    headers['content-length'] = String(bytes.length)
    if (bytes !== encodings.identity.bytes) headers['content-encoding'] = wanted
    return context.req.method === 'HEAD' ? context.body(null, 200, headers) : context.body(bytes, 200, headers)
  }
}

function listFiles(root: string, options: StaticOptions): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    const url = `${options.mount ?? '/'}${relative(root, path).split(sep).map(encodeURIComponent).join('/')}`
    if (options.except?.includes(url)) continue
    files.set(url, {
      path,
      type: getMimeType(entry.name) ?? 'application/octet-stream',
      cacheControl: HASHED.test(entry.name) ? IMMUTABLE : (options.cacheControl ?? 'no-cache'),
      body: null,
    })
  }
  return files
}
