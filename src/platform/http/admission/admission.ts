import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { errorReply } from '../errors.ts'
import type { Capacity } from './capacity.ts'

/** Range of Retry-After in seconds, both included; random, so that clients do not all retry in the same second. */
const BACK_AFTER = { least: 1, most: 4 }

/** Figures of an overloaded server for operators and monitoring. */
const ALWAYS = /^\/(healthz|readyz|metrics)(\?|$)/

/** A body that is longer on its way is waited for without a place, in milliseconds. */
const SLOW_BODY_MS = 1_000
/**
 * Maximum number of requests that may wait without a slot, as a multiple of the slots; their received bytes are in
 * memory.
 */
const SLOW_BODIES = 10

/** Share of the slots from which on a network has many. */
const MANY = 1 / 8
/** Share of the slots, beyond them, for networks that have few. */
const RESERVED = 1 / 2

const bodyComes = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** The place of one request among those that are being worked on. */
export interface Slot {
  /** The request has been done, or needs no place any more; also when called again. */
  leave(): void
  /**
   * Called when a request waits for another service and needs no work of this process: releases its slot for other
   * requests. The request keeps its slot when as many others wait already.
   */
  lend(): void
}

/** Number of requests in progress; cached responses and endless streams do not count. */
export interface Admission {
  /** Counts a request; null: there are as many as there may be. */
  enter(req: IncomingMessage): Slot | null
}

/** `inside` are those with a place; `body` waits for what its sender has not sent yet, `elsewhere` for another service. */
type Whereabouts = 'inside' | 'body' | 'elsewhere' | 'gone'

export interface AdmissionOptions {
  slowBodyMs?: number | undefined
  /** The network that a request comes from: one client has it to itself. */
  networkOf(req: IncomingMessage): string
}

/**
 * Limits concurrent requests to the capacity; health checks are always accepted. A request whose body arrives slowly
 * releases its slot until the body is complete. Where a network has many of the slots, the others share half as many
 * again: a program that floods the server from one address must not lock visitors out.
 */
export function createAdmission(capacity: Capacity, o: AdmissionOptions): Admission {
  const { slowBodyMs = SLOW_BODY_MS, networkOf } = o
  const count = { inside: 0, body: 0, elsewhere: 0, gone: 0 }
  const insideBy = new Map<string, number>()

  function hasRoomFor(network: string): boolean {
    const room = capacity.room()
    if (count.inside < room) return true
    const many = room * MANY
    if ((insideBy.get(network) ?? 0) >= many) return false
    const ofOthers = [...insideBy.values()].reduce((sum, own) => sum + (own < many ? own : 0), 0)
    return ofOthers < room * RESERVED && ofOthers < count.inside
  }
  function countInside(network: string, by: 1 | -1): void {
    count.inside += by
    const now = (insideBy.get(network) ?? 0) + by
    if (now > 0) insideBy.set(network, now)
    else insideBy.delete(network)
  }

  return {
    enter(req) {
      const network = networkOf(req)
      if (!hasRoomFor(network) && !ALWAYS.test(req.url ?? '')) return null
      let at: Whereabouts = 'inside'
      countInside(network, 1)
      const move = (from: Whereabouts, to: Whereabouts) => {
        if (at !== from) return
        if (from === 'inside') countInside(network, -1)
        else count[from] -= 1
        if (to === 'inside') countInside(network, 1)
        else count[to] += 1
        at = to
        if (from === 'inside' && to !== 'body') capacity.done()
      }
      const waitForBody = () => {
        if (req.complete || count.body >= capacity.most * SLOW_BODIES) return
        move('inside', 'body')
        req.once('end', () => move('body', 'inside'))
      }
      const timer = bodyComes(req) ? setTimeout(waitForBody, slowBodyMs) : undefined
      return {
        leave() {
          clearTimeout(timer)
          move(at, 'gone')
        },
        lend() {
          if (count.elsewhere < capacity.most) move('inside', 'elsewhere')
        },
      }
    },
  }
}

const backAfter = () => BACK_AFTER.least + Math.floor(Math.random() * (BACK_AFTER.most - BACK_AFTER.least + 1))

/**
 * Rejects a request unread: 503 with `Retry-After`. Other origins may read the response, so that their scripts can
 * distinguish it from a network failure; it contains nothing else. A body still arriving is not awaited.
 */
export function rejectOverloaded(req: IncomingMessage, res: ServerResponse): void {
  const requestId = newId()
  const error = new AppError('unavailable', 'server.busy', 'The server is busy. Try again in a few seconds.', {
    details: { retry_after: backAfter() },
  })
  const { status, headers, body } = errorReply(error, requestId)
  const api = /^\/api\//.test(req.url ?? '')
  const text = api ? JSON.stringify(body) : `${error.message}\n`
  res.writeHead(status, {
    ...headers,
    'content-type': api ? 'application/json' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after',
    'x-request-id': requestId,
    ...(bodyComes(req) ? { connection: 'close' } : {}),
  })
  res.end(text)
}
