import type { MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'
import type { HttpEnv } from '../environment.ts'
import { putHeader } from '../put-header.ts'

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

interface CorsHeaders {
  allow: string[]
  expose: string[]
}

/**
 * Cross-origin access without credentials for every origin. Answers preflights itself. A handler may narrow the origins
 * for its own answer with `corsOrigins`: it alone knows whose data it answers with.
 */
function openTo({ allow, expose }: CorsHeaders): MiddlewareHandler<HttpEnv> {
  const anyOrigin = honoCors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Accept', 'Authorization', 'Content-Type', ...allow],
    exposeHeaders: ['Retry-After', 'X-Request-Id', ...expose],
    maxAge: 86_400,
  })
  return async (context, next) => {
    const preflight = await anyOrigin(context, next)
    if (preflight) return preflight
    putHeader(context, 'cross-origin-resource-policy', 'cross-origin')
    const { corsOrigins } = context.var
    if (!corsOrigins) return
    const origin = context.req.header('origin')
    if (origin && originAllowed(origin, corsOrigins)) putHeader(context, 'access-control-allow-origin', origin)
    else context.res.headers.delete('access-control-allow-origin')
    context.res.headers.append('vary', 'Origin')
  }
}

export const cors = openTo({ allow: [], expose: [] })

/** The same with the headers of the Model Context Protocol. */
export const mcpCors = openTo({
  allow: ['Last-Event-Id', 'Mcp-Method', 'Mcp-Name', 'Mcp-Protocol-Version', 'Mcp-Session-Id'],
  expose: ['Mcp-Session-Id', 'Www-Authenticate'],
})
