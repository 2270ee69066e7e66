import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from '../environment.ts'
import { putHeader } from '../put-header.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** `https://Example.com:443/` → `https://example.com`; null when the text names no web origin. */
export function normalizeOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : null
}

/** Returns true when `origin` (the Origin header) is in `allowed`; an empty list allows all origins. */
export function originAllowed(origin: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const asked = origin === undefined ? null : normalizeOrigin(origin)
  return asked !== null && allowed.some((entry) => normalizeOrigin(entry) === asked)
}

/**
 * Cross-origin access without credentials, for everybody or for a list of origins. Answers preflights itself. What is
 * open to everybody may be narrowed by the handler, which alone knows whose data it answers with: `corsOrigins`.
 */
export function cors(allowed: '*' | readonly string[]): MiddlewareHandler<HttpEnv> {
  const grantedTo = (origin: string | undefined, list: typeof allowed) =>
    list === '*' ? '*' : origin && originAllowed(origin, list) ? origin : null
  return async (context, next) => {
    const origin = context.req.header('origin')
    let granted = grantedTo(origin, allowed)
    let varies = allowed !== '*'
    if (context.req.method === 'OPTIONS' && context.req.header('access-control-request-method') !== undefined) {
      context.res = new Response(null, { status: 204 })
      if (granted) {
        context.res.headers.set('access-control-allow-methods', METHODS)
        context.res.headers.set('access-control-allow-headers', 'Accept, Authorization, Content-Type')
        context.res.headers.set('access-control-max-age', '86400')
      }
    } else {
      await next()
      if (allowed === '*' && context.var.corsOrigins) {
        granted = grantedTo(origin, context.var.corsOrigins)
        varies = true
      }
      putHeader(context, 'access-control-expose-headers', 'Retry-After, X-Request-Id')
      putHeader(context, 'cross-origin-resource-policy', 'cross-origin')
    }
    if (granted) context.res.headers.set('access-control-allow-origin', granted)
    if (varies) context.res.headers.append('vary', 'Origin')
  }
}
