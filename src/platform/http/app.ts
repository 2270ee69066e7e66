import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { AppError } from '../../kernel/app-error.ts'
import { newId } from '../../kernel/ids.ts'
import { type BodyReaderOptions, createBodyReader } from '../bodies/index.ts'
import type { Logger } from '../log/index.ts'
import { traced } from '../tracing/index.ts'
import { abortedResponse, isAbort } from './aborted-request.ts'
import { openBodies } from './body.ts'
import { proxyTrust, type RequestOrigin, requestOrigin } from './client-address.ts'
import type { HttpApp, HttpEnv } from './environment.ts'
import { errorReply, errorResponse } from './errors.ts'
import { mountHealth, type Probe } from './health.ts'
import type { Metrics } from './metrics.ts'
import { putHeader } from './put-header.ts'
import { withSecurityHeaders } from './security-headers.ts'

export interface HttpOptions {
  config: { trustProxy: string[]; local: boolean; metricsToken: string | null; appUrl: URL }
  log: Logger
  metrics: Metrics
  /** Named checks of /readyz. */
  probes: Record<string, Probe>
  /** Returns true while the server is about to stop, for /readyz; false by default. */
  leaving?: () => boolean
  /** Folder and limits for request bodies; by default a folder in the system's temporary directory. */
  bodies?: Partial<BodyReaderOptions>
  /** Answers addresses outside /api/ that nothing else answers. */
  notFoundPage?: (c: Context<HttpEnv>) => Response | Promise<Response>
}

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/
const ELSEWHERE: RequestOrigin = { clientAddress: 'unknown', host: '', protocol: 'http', proxied: false }

/** A request in a trace: by the pattern of its route, not by its address, which may name people. */
const spanOf = (c: Context<HttpEnv>): Parameters<typeof traced<void>>[1] => ({
  kind: 'server',
  attributes: { 'http.request.method': c.req.method },
  ...(c.var.origin.proxied ? { from: c.req.raw.headers } : {}),
  ended: () => ({
    attributes: { 'http.response.status_code': c.res.status, 'http.route': routePath(c) },
    failed: c.res.status >= 500,
  }),
})

/**
 * The application that features mount their routes on: request id, believable client address, bodies within limits, strict
 * security headers unless a route sets its own, the error adapter, health and metrics.
 */
export function createHttp(o: HttpOptions): HttpApp {
  const app = new Hono<HttpEnv>()
  const trust = proxyTrust(o.config.trustProxy)
  const bodies = createBodyReader({ folder: path.join(tmpdir(), 'answerloom-bodies'), ...o.bodies })
  o.metrics.gauge('http_body_bytes_in_flight', 'Bytes of request bodies in flight.', () => bodies.bytesInFlight)

  app.use(async (c, next) => {
    const incoming = c.env?.incoming
    const origin = incoming ? requestOrigin(incoming, trust) : ELSEWHERE
    const given = origin.proxied ? c.req.header('x-request-id') : undefined
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : newId()
    c.set('requestId', requestId)
    c.set('origin', origin)
    c.set('clientAddress', origin.clientAddress)
    c.set('log', o.log.child({ request_id: requestId }))
    try {
      await traced(`HTTP ${c.req.method}`, spanOf(c), next)
    } catch (thrown) {
      // Thrown values that are no Error do not reach `onError`.
      if (!isAbort(thrown, c)) throw thrown
      c.res = abortedResponse()
    }
    // The body of a response to HEAD is never read: closes the resources that the route opened for it.
    if (c.req.method === 'HEAD' && c.res.body && !c.res.body.locked) await c.res.body.cancel()
    putHeader(c, 'x-request-id', requestId)
  })
  app.use(withSecurityHeaders('api', { https: o.config.appUrl.protocol === 'https:' }))
  app.use(openBodies(bodies))

  app.onError((error, c) => {
    if (isAbort(error, c)) return abortedResponse()
    const reply = errorReply(error, c.var.requestId)
    const request = { method: c.req.method, path: c.req.path }
    if (!reply.expected) c.var.log.error({ err: error, ...request }, 'A request failed')
    else if (reply.status === 403 || reply.status === 429)
      c.var.log.info({ code: reply.body.error.code, ...request }, 'A request was refused')
    else if (reply.status >= 500) c.var.log.warn({ err: error, ...request }, 'A request could not be served')
    return errorResponse(error, c.var.requestId)
  })
  app.notFound(async (c) => {
    if (o.notFoundPage && !/^\/api(\/|$)/.test(c.req.path)) return o.notFoundPage(c)
    const error = new AppError('not_found', 'route.not_found', 'There is nothing at this address.')
    return errorResponse(error, c.var.requestId)
  })

  mountHealth(app, {
    probes: o.probes,
    metrics: o.metrics,
    metricsToken: o.config.metricsToken,
    local: o.config.local,
    leaving: o.leaving ?? (() => false),
  })
  return app
}
