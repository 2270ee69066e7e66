import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../kernel/app-error.ts'

/**
 * For routes that act on a session cookie: a browser's unsafe request must come from our own pages. Requests without
 * Origin and Sec-Fetch-Site come from no browser and carry no stolen cookie.
 */
export function refuseCrossSite(appUrl: URL): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS') return next()
    const origin = c.req.header('origin')
    const site = c.req.header('sec-fetch-site')
    const foreign =
      origin === undefined ? site !== undefined && site !== 'same-origin' && site !== 'none' : origin !== appUrl.origin
    if (foreign) throw new AppError('forbidden', 'request.cross_site', 'This request came from another site.')
    return next()
  }
}
