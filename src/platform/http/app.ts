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
import { withSecurityHeaders } from './security/security-headers.ts'

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
  notFoundPage?: (context: Context<HttpEnv>) => Response | Promise<Response>
}

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/
const ELSEWHERE: RequestOrigin = { clientAddress: 'unknown', host: '', protocol: 'http', proxied: false }

/** A request in a trace: by the pattern of its route, not by its address, which may name people. */
const spanOf = (context: Context<HttpEnv>): Parameters<typeof traced<void>>[1] => ({
  kind: 'server',
  attributes: { 'http.request.method': context.req.method },
  ...(context.var.origin.proxied ? { from: context.req.raw.headers } : {}),
  ended: () => ({
    attributes: { 'http.response.status_code': context.res.status, 'http.route': routePath(context) },
    failed: context.res.status >= 500,
  }),
})

/**
 * The application that features mount their routes on: request id, believable client address, bodies within limits, strict
 * security headers unless a route sets its own, the error adapter, health and metrics.
 */
export function createHttp(options: HttpOptions): HttpApp {
  const app = new Hono<HttpEnv>()
  const trust = proxyTrust(options.config.trustProxy)
  const bodies = createBodyReader({ folder: path.join(tmpdir(), 'answerloom-bodies'), ...options.bodies })
  options.metrics.gauge('http_body_bytes_in_flight', 'Bytes of request bodies in flight.', () => bodies.bytesInFlight)

  app.use(async (context, next) => {
    const incoming = context.env?.incoming
    const origin = incoming ? requestOrigin(incoming, trust) : ELSEWHERE
    const given = origin.proxied ? context.req.header('x-request-id') : undefined
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : newId()
    context.set('requestId', requestId)
    context.set('origin', origin)
    context.set('clientAddress', origin.clientAddress)
    context.set('log', options.log.child({ request_id: requestId }))
    try {
      await traced(`HTTP ${context.req.method}`, spanOf(context), next)
    } catch (thrown) {
      // Thrown values that are no Error do not reach `onError`.
      if (!isAbort(thrown, context)) throw thrown
      context.res = abortedResponse()
    }
    // The body of a response to HEAD is never read: closes the resources that the route opened for it.
    if (context.req.method === 'HEAD' && context.res.body && !context.res.body.locked) await context.res.body.cancel()
    putHeader(context, 'x-request-id', requestId)
  })
  app.use(withSecurityHeaders('api', { https: options.config.appUrl.protocol === 'https:' }))
  app.use(openBodies(bodies))

  app.onError((error, context) => {
    if (isAbort(error, context)) return abortedResponse()
    const reply = errorReply(error, context.var.requestId)
    const request = { method: context.req.method, path: context.req.path }
    if (!reply.expected) context.var.log.error({ err: error, ...request }, 'A request failed')
    else if (reply.status === 403 || reply.status === 429)
      context.var.log.info({ code: reply.body.error.code, ...request }, 'A request was refused')
    else if (reply.status >= 500) context.var.log.warn({ err: error, ...request }, 'A request could not be served')
    return errorResponse(error, context.var.requestId)
  })
  app.notFound(async (context) => {
    if (options.notFoundPage && !/^\/api(\/|$)/.test(context.req.path)) return options.notFoundPage(context)
    const error = new AppError('not_found', 'route.not_found', 'There is nothing at this address.')
    return errorResponse(error, context.var.requestId)
  })

  mountHealth(app, {
    probes: options.probes,
    metrics: options.metrics,
    metricsToken: options.config.metricsToken,
    local: options.config.local,
    leaving: options.leaving ?? (() => false),
  })
  return app
}
