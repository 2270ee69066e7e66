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

const anyOrigin = honoCors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['Accept', 'Authorization', 'Content-Type'],
  exposeHeaders: ['Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
})

/**
 * Cross-origin access without credentials for every origin. Answers preflights itself. A handler may narrow the origins
 * for its own answer with `corsOrigins`: it alone knows whose data it answers with.
 */
export const cors: MiddlewareHandler<HttpEnv> = async (context, next) => {
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
