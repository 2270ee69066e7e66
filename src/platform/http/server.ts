import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { AppError } from '../../kernel/app-error.ts'
import { newId } from '../../kernel/ids.ts'
import { networkOf } from '../limits/index.ts'
import type { Logger } from '../log/index.ts'
import { createAdmission, rejectOverloaded } from './admission/admission.ts'
import { createCapacity, threadUtilisation } from './admission/capacity.ts'
import { storeSlot } from './admission/slots.ts'
import type { HttpApp } from './environment.ts'
import { errorReply, errorResponse } from './errors.ts'
import { isEndless } from './event-stream.ts'
import { type MemoryReply, type RequestHead, sendReply } from './memory-reply.ts'
import type { Metrics } from './metrics.ts'
import { MISDIRECTED, problemOfHead, type Refusal, refuse } from './request-head.ts'
import { hasUnreadRest, pauseLongBody } from './unread-body.ts'

/** Keep-alive timeout of idle connections in milliseconds. */
const KEEP_ALIVE_MS = 65_000
/** A client that takes nothing of what is sent for this long is cut off. */
const STALLED_MS = 30_000
const STOP_MS = 10_000
/** Handles requests that the application adapter refuses although their head is valid. */
const UNREADABLE = new AppError('invalid', 'request.malformed', 'The request could not be read.')
/** Interval for closing idle connections while the server stops. */
const IDLE_MS = 50

export interface ServerOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  log: Logger
  /** Returns true when this server serves the host of a request; 421 otherwise. By default it serves every host. */
  admitsHost?: (head: RequestHead) => boolean | Promise<boolean>
  /** Responds from memory before any other handler; returns null when it cannot. */
  fromMemory?: ((head: RequestHead) => MemoryReply | null) | undefined
  /** Runs before the application; true: it answers the request. Must not throw after it began to. */
  before?: (req: IncomingMessage, res: ServerResponse) => boolean
  metrics?: Metrics
  /** Requests at once, beyond what is answered from memory and endless streams; more get 503. As many as come by default. */
  mostRequests?: number
  /** True while requests wait for a shared resource such as the database. */
  isWaiting?: () => boolean
  /** The client's address, behind trusted proxies; that of the connection by default. */
  addressOf?: (head: RequestHead) => string
  /** Milliseconds until a slow body releases its slot; a second by default. */
  slowBodyMs?: number
  /** Milliseconds until a client that reads nothing of its response is disconnected; 30 seconds by default. */
  stalledMs?: number
  /** First fitting prefix names the class a request is counted under; 'other' otherwise. */
  routeClasses?: readonly (readonly [prefix: string, name: string])[]
}

export interface RunningServer {
  port: number
  server: Server
  /**
   * Keeps serving and asks clients to close their connections. Used before `close`, while load balancers have not
   * noticed the shutdown.
   */
  leave(): void
  /** True after `drain` or `close` was called. */
  readonly leaving: boolean
  /** Accepts nothing new, ends endless streams, lets the rest finish, at most 10 seconds. Safe to call twice. */
  close(): Promise<void>
}

/** Listens. Rejects with a sentence for the operator when the address cannot be had. */
export async function startHttp(app: HttpApp, options: ServerOptions): Promise<RunningServer> {
  const listener = getRequestListener(app.fetch, {
    hostname: options.host,
    errorHandler: (error) => {
      const requestId = newId()
      if (error instanceof RequestError) return errorResponse(UNREADABLE, requestId)
      if (!errorReply(error, requestId).expected)
        options.log.error({ err: error, request_id: requestId }, 'A request failed')
      return errorResponse(error, requestId)
    },
  })
  const measure = options.metrics && requestMeter(options.metrics, options.routeClasses)
  const shed = options.metrics?.counter('http_requests_shed_total', 'Requests refused because there were too many.', {})
  const capacity = createCapacity(options.mostRequests ?? Number.POSITIVE_INFINITY, {
    now: () => performance.now(),
    utilisation: threadUtilisation(),
    isWaiting: options.isWaiting ?? (() => false),
  })
  const admission = createAdmission(capacity, {
    slowBodyMs: options.slowBodyMs,
    networkOf: (req) => networkOf(options.addressOf?.(req) ?? req.socket.remoteAddress ?? ''),
  })
  const open = new Set<ServerResponse>()
  /** Connections that have not brought a request yet: Node does not count them among the idle ones. */
  const unused = new Set<Socket>()
  let leaving = false
  let stopping: Promise<void> | null = null

  function fromMemory(head: RequestHead): MemoryReply | null {
    try {
      return options.fromMemory?.(head) ?? null
    } catch (error) {
      options.log.error({ err: error }, 'A cached response failed')
      return null
    }
  }

  function refuseNow(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
    refuse(req, res, refusal)
    measure?.(req.url, refusal.status, null)
  }

  /** The one way of every request into the server. */
  function receive(req: IncomingMessage, res: ServerResponse): void {
    unused.delete(req.socket)
    pauseLongBody(req)
    const problem = problemOfHead(req)
    const decide = (isAdmitted: boolean) => {
      const refusal = problem ?? (isAdmitted ? null : MISDIRECTED)
      if (refusal) refuseNow(req, res, refusal)
      else handle(req, res)
    }
    const isAdmitted = problem === null && (options.admitsHost?.(req) ?? true)
    if (typeof isAdmitted === 'boolean') decide(isAdmitted)
    else isAdmitted.then(decide, () => decide(false))
  }

  function handle(req: IncomingMessage, res: ServerResponse): void {
    const started = performance.now()
    // While the server leaves every request goes the long way, on a connection that is closed behind it; so does one with
    // a long body.
    const reply = leaving || hasUnreadRest(req) ? null : fromMemory(req)
    if (reply && answered(() => sendReply(res, reply), res, options.log)) {
      // It is not followed to its end: that would cost as much as the answer.
      measure?.(req.url, reply.status, secondsSince(started))
      return
    }
    const place = admission.enter(req)
    if (!place) {
      shed?.()
      rejectOverloaded(req, res)
      return
    }
    open.add(res)
    res.on('timeout', cutOffStalled)
    storeSlot(res, place)
    res.once('close', () => {
      open.delete(res)
      place.leave()
      measure?.(req.url, res.statusCode, isEndless(res) ? null : secondsSince(started))
    })
    if (leaving) res.setHeader('connection', 'close')
    if (options.before && answered(() => options.before?.(req, res), res, options.log)) return
    void listener(req, res)
  }

  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 30_000, requestTimeout: 300_000 },
    receive,
  )
  // `100 Continue` is sent when the body is first read.
  server.on('checkContinue', receive)
  server.timeout = options.stalledMs ?? STALLED_MS
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  await listen(server, options)

  return {
    port: (server.address() as AddressInfo).port,
    server,
    leave() {
      leaving = true
    },
    get leaving() {
      return leaving
    },
    close() {
      leaving = true
      stopping ??= stop(server, open, unused)
      return stopping
    },
  }
}

/**
 * Called when nothing went over the connection for a while. A request that is worked on has nothing to send yet, and an
 * event stream may have none: only bytes that wait for the client count.
 */
function cutOffStalled(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy()
}

/**
 * Returns true when `answer` has responded; false when it failed before it started, so that the application can
 * respond.
 */
function answered(answer: () => unknown, res: ServerResponse, log: Logger): boolean {
  try {
    return answer() !== false
  } catch (error) {
    log.error({ err: error }, 'The fast path failed')
    if (!res.headersSent) return false
    res.destroy()
    return true
  }
}

async function stop(server: Server, open: Set<ServerResponse>, unused: Set<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of unused) socket.end()
  for (const res of open) if (isEndless(res)) res.destroy()
  // A connection kept alive would hold up the stop until it times out.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS)
  const bound = setTimeout(() => server.closeAllConnections(), STOP_MS)
  await closed
  clearInterval(idle)
  clearTimeout(bound)
}

function listen(server: Server, options: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const address = `${options.host}:${options.port}`
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${options.port} on ${options.host} is already in use. Stop the program that uses it, or set PORT to another one.`,
        EACCES: `This user has no permission to listen on ${address}. Set PORT to 1024 or higher.`,
        EADDRNOTAVAIL: `${options.host} is not an address of this machine. Set HOST to one that is.`,
        ENOTFOUND: `The name ${options.host} does not resolve. Set HOST to an address.`,
      }
      reject(new Error(reasons[error.code ?? ''] ?? `Cannot listen on ${address}: ${error.message}`, { cause: error }))
    })
    server.listen({ host: options.host, port: options.port }, resolve)
  })
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000

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
  return (url: string | undefined, status: number, seconds: number | null) => {
    const path = url ?? '/'
    const route = routeClasses.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'other'
    let meter = meters.get(route)
    if (!meter) {
      meter = meterOf(route)
      meters.set(route, meter)
    }
    meter(status, seconds)
  }
}
