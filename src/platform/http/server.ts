import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { newId } from '../../kernel/ids.ts'
import type { Logger } from '../log/index.ts'
import type { HttpApp } from './environment.ts'
import { errorReply, errorResponse } from './errors.ts'
import { isEndless } from './event-stream.ts'
import type { Metrics } from './metrics.ts'

const STOP_MS = 10_000
/** How often connections that have nothing to do are closed while the server stops. */
const IDLE_MS = 50

export interface ServerOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  log: Logger
  /** Runs before everything else; true: it has answered the request, or will. Must not throw after it began to answer. */
  before?: (req: IncomingMessage, res: ServerResponse) => boolean
  metrics?: Metrics
  /** First fitting prefix names the class a request is counted under; 'other' otherwise. */
  routeClasses?: readonly (readonly [prefix: string, name: string])[]
}

export interface RunningServer {
  port: number
  server: Server
  /** Accepts nothing new, ends endless streams, lets the rest finish, at most 10 seconds. Safe to call twice. */
  close(): Promise<void>
}

/** Listens. Rejects with a sentence for the operator when the address cannot be had. */
export async function startHttp(app: HttpApp, o: ServerOptions): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, {
    hostname: o.host,
    errorHandler: (error) => {
      const requestId = newId()
      if (!errorReply(error, requestId).expected) o.log.error({ err: error, request_id: requestId }, 'A request failed')
      return errorResponse(error, requestId)
    },
  })
  const measure = o.metrics && requestMeter(o.metrics, o.routeClasses)
  const open = new Set<ServerResponse>()
  let stopping: Promise<void> | null = null

  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 300_000 },
    (req, res) => {
      const started = performance.now()
      // While the server stops every request goes the long way, on a connection that is closed behind it.
      const taken = !stopping && o.before !== undefined && answered(o.before, req, res, o.log)
      // What is answered at once, from memory, is not followed to its end: that would cost as much as the answer.
      if (taken && res.writableEnded) return measure?.(req, res, started)
      open.add(res)
      res.once('close', () => {
        open.delete(res)
        measure?.(req, res, started)
      })
      if (taken) return
      if (stopping) res.setHeader('connection', 'close')
      void listener(req, res)
    },
  )
  await listen(server, o)

  return {
    port: (server.address() as AddressInfo).port,
    server,
    close() {
      stopping ??= stop(server, open)
      return stopping
    },
  }
}

function answered(
  before: NonNullable<ServerOptions['before']>,
  req: IncomingMessage,
  res: ServerResponse,
  log: Logger,
): boolean {
  try {
    return before(req, res)
  } catch (error) {
    log.error({ err: error }, 'The fast path failed')
    if (!res.headersSent) return false
    res.destroy()
    return true
  }
}

async function stop(server: Server, open: Set<ServerResponse>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const res of open) if (isEndless(res)) res.destroy()
  // A connection kept alive would hold up the stop until it times out.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS)
  const bound = setTimeout(() => server.closeAllConnections(), STOP_MS)
  await closed
  clearInterval(idle)
  clearTimeout(bound)
}

function listen(server: Server, o: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const address = `${o.host}:${o.port}`
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${o.port} on ${o.host} is already in use. Stop what uses it, or set PORT to another one.`,
        EACCES: `This user may not listen on ${address}. Set PORT to 1024 or higher.`,
        EADDRNOTAVAIL: `${o.host} is not an address of this machine. Set HOST to one that is.`,
        ENOTFOUND: `The name ${o.host} does not resolve. Set HOST to an address.`,
      }
      reject(new Error(reasons[error.code ?? ''] ?? `Cannot listen on ${address}: ${error.message}`, { cause: error }))
    })
    server.listen({ host: o.host, port: o.port }, resolve)
  })
}

type Note = (status: number, seconds: number | null) => void

/** Notes answers, each kind in a series that is looked up once. */
function requestMeter(metrics: Metrics, routeClasses: ServerOptions['routeClasses'] = []) {
  const meters = new Map<string, Note>()
  const meterOf = (route: string): Note => {
    const kinds: (() => void)[] = []
    const observe = metrics.histogram('http_request_duration_seconds', 'Time to the end of the answer.', { route })
    return (status, seconds) => {
      const kind = Math.floor(status / 100)
      kinds[kind] ??= metrics.counter('http_requests_total', 'Requests answered.', { route, status: `${kind}xx` })
      kinds[kind]()
      if (seconds !== null) observe(seconds)
    }
  }
  return (req: IncomingMessage, res: ServerResponse, started: number) => {
    const path = req.url ?? '/'
    const route = routeClasses.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'other'
    const meter = meters.get(route) ?? meterOf(route)
    meters.set(route, meter)
    meter(res.statusCode, isEndless(res) ? null : (performance.now() - started) / 1000)
  }
}
