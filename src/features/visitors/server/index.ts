import type { IncomingMessage, ServerResponse } from 'node:http'
import { readAddress, variantOf } from './address.ts'
import { PageCache } from './page-cache.ts'
import { missingPage, pageRoutes } from './page-routes.ts'
import { type Rendered, replyTo } from './rendered.ts'
import type { VisitorPages, VisitorPagesDeps } from './visitor-pages.ts'

export { loadVisitorAssets } from './assets.ts'

export type { VisitorPages, VisitorPagesDeps } from './visitor-pages.ts'

const CACHE_BYTES = 64 * 1024 * 1024

/** The public pages of all workspaces: rendered on the server once, then answered from memory until they change. */
export function createVisitorPages(deps: VisitorPagesDeps): VisitorPages {
  const cache = new PageCache(deps.loadPublicPage, deps.cacheBytes ?? CACHE_BYTES)
  let missing: Rendered | undefined

  function before(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    const address = readAddress(req.url ?? '')
    const variant = address && variantOf(address)
    if (!address || variant === null) return false
    const found = cache.peek(address.subdomain, variant)
    const page = found === 'missing' ? missing : found
    if (!page) return false
    const { headers } = req
    const reply = replyTo(
      {
        method: req.method,
        acceptEncoding: headers['accept-encoding']?.toString(),
        ifNoneMatch: headers['if-none-match'],
      },
      page,
    )
    res.writeHead(reply.status, reply.headers)
    res.end(reply.body)
    return true
  }

  return {
    before,
    routes: pageRoutes(deps, cache, async () => (missing ??= await missingPage(deps))),
    drop: (workspaceId) => cache.drop(workspaceId),
    flush() {
      missing = undefined
      cache.flush()
    },
  }
}
