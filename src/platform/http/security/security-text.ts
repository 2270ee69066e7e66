import { Hono } from 'hono'
import type { HttpEnv } from '../environment.ts'

/** Validity of the file; the standard recommends less than a year. */
const DAYS = 90
const DAY_MS = 86_400_000

/**
 * The security.txt with the address for vulnerability reports (RFC 9116); not found when none is configured.
 * @param contact an email address
 */
export function createSecurityText(contact: string | null, appUrl: URL): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  if (contact === null) return app
  app.get('/.well-known/security.txt', (context) => {
    // A whole day, so that it is the same for everybody who asks on one.
    const expires = new Date((Math.floor(Date.now() / DAY_MS) + DAYS) * DAY_MS).toISOString()
    const canonical = new URL('/.well-known/security.txt', appUrl).href
    return context.text(
      `Contact: mailto:${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`,
    )
  })
  return app
}
