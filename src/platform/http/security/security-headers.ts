import type { MiddlewareHandler } from 'hono'
import { putHeader } from '../put-header.ts'

/** `app`: signed-in pages · `visitor`: public pages · `frame`: pages made for other sites' frames · `api`: everything else. */
export type RouteClass = 'app' | 'visitor' | 'frame' | 'api'

export interface PolicyParts {
  /** Nonce of this response's inline scripts and styles. */
  nonce?: string
  /** Hashes of inline scripts and styles, as `sha256-…` without quotes: for responses that are cached. */
  scriptHashes?: readonly string[]
  styleHashes?: readonly string[]
  /** Origins that may frame a `frame` page; all when left out. */
  frameAncestors?: readonly string[]
  /** The page shows frames of our own: the widget. */
  ownFrames?: boolean
  /** The page is served over HTTPS only. */
  https?: boolean
}

const sources = (base: string, nonce: string | undefined, hashes: readonly string[] = []): string =>
  [base, ...(nonce ? [`'nonce-${nonce}'`] : []), ...hashes.map((hash) => `'${hash}'`)].join(' ')

function frameAncestors(routeClass: RouteClass, parts: PolicyParts): string {
  if (routeClass === 'frame') return parts.frameAncestors ? parts.frameAncestors.join(' ') || "'none'" : '*'
  return routeClass === 'visitor' ? "'self'" : "'none'"
}

function policy(routeClass: RouteClass, parts: PolicyParts): string {
  const directives = ["default-src 'none'", "base-uri 'none'", `frame-ancestors ${frameAncestors(routeClass, parts)}`]
  if (routeClass === 'api') return [...directives, "form-action 'none'", 'sandbox'].join('; ')
  directives.push(
    "form-action 'self'",
    `script-src ${sources("'self'", parts.nonce, parts.scriptHashes)}`,
    `style-src ${sources("'self'", parts.nonce, parts.styleHashes)}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    routeClass === 'app' ? "img-src 'self' data: blob: https:" : "img-src 'self' data: https:",
  )
  if (routeClass === 'app' || parts.ownFrames) directives.push("frame-src 'self'")
  if (routeClass === 'app') directives.push("worker-src 'self'")
  return directives.join('; ')
}

/**
 * Headers of one response. There is no `unsafe-inline` anywhere: inline scripts and styles carry the nonce, or their
 * hash where the response is cached. Only `frame` pages can be framed by other sites.
 */
export function securityHeaders(routeClass: RouteClass, parts: PolicyParts = {}): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': policy(routeClass, parts),
    'x-content-type-options': 'nosniff',
    'referrer-policy': routeClass === 'app' || routeClass === 'api' ? 'same-origin' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-resource-policy': routeClass === 'frame' ? 'cross-origin' : 'same-origin',
  }
  if (routeClass === 'app') headers['cross-origin-opener-policy'] = 'same-origin'
  if (routeClass === 'app' || routeClass === 'api') headers['x-frame-options'] = 'DENY'
  if (routeClass === 'visitor') headers['x-frame-options'] = 'SAMEORIGIN'
  if (parts.https) headers['strict-transport-security'] = 'max-age=31536000'
  return headers
}

/** Gives every response that has no policy of its own the headers of `routeClass`; one it has set itself stays. */
export function withSecurityHeaders(routeClass: RouteClass, parts: PolicyParts = {}): MiddlewareHandler {
  const headers = Object.entries(securityHeaders(routeClass, parts))
  return async (context, next) => {
    await next()
    // A response with a policy of its own chose its class: the headers that class leaves out stay out.
    if (context.res.headers.has('content-security-policy')) return
    // The policy of a script holds where it runs as a worker, and in a sandbox none runs.
    const isScript = context.res.headers.get('content-type')?.startsWith('text/javascript')
    for (const [name, value] of headers)
      if (!context.res.headers.has(name)) putHeader(context, name, isScript ? value.replace('; sandbox', '') : value)
  }
}
