import type { MiddlewareHandler } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import type { HttpEnv } from '../environment.ts'

/**
 * For routes that act on a session cookie: a browser's unsafe request must come from our own pages, by the configured
 * address or by the one that was asked. Requests without Origin and Sec-Fetch-Site come from no browser and carry no
 * stolen cookie.
 */
export function refuseCrossSite(appUrl: URL): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD' || context.req.method === 'OPTIONS') return next()
    if (
      !isOwn(context.req.header('origin'), context.req.header('sec-fetch-site'), [appUrl.host, context.var.origin.host])
    ) {
      throw new AppError('forbidden', 'request.cross_site', 'This request came from another site.')
    }
    return next()
  }
}

function isOwn(origin: string | undefined, site: string | undefined, hosts: readonly string[]): boolean {
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none'
  return URL.canParse(origin) && hosts.includes(new URL(origin).host)
}
