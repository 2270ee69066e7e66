import { Hono } from 'hono'
import { notFound } from '../../../kernel/app-error.ts'
import type { HttpApp, HttpEnv } from '../../../platform/http/index.ts'
import { parseHostName } from '../domain/host-name.ts'
import type { DomainServices } from './custom-domain.ts'
import type { DomainDirectory } from './domain-directory.ts'

/**
 * Answers a TLS proxy that asks whether to request a certificate for a host (Caddy's on-demand `ask`): 200 for known
 * hosts, 404 for others.
 */
export function createDomainAsk(
  services: DomainServices,
  directory: DomainDirectory,
  limitClient: (address: string) => Promise<void>,
): HttpApp {
  return new Hono<HttpEnv>().get('/api/domains/ask', async (context) => {
    await limitClient(context.var.clientAddress)
    const requestedHost = parseHostName(context.req.query('domain') ?? '', services)
    const isKnownHost =
      requestedHost !== null &&
      (requestedHost === services.appUrl.hostname || (await directory.find(requestedHost)) !== null)
    if (!isKnownHost) throw notFound('domain')
    return context.body(null, 200)
  })
}
