import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../kernel/app-error.ts'
import { newId } from '../../kernel/ids.ts'
import type { Capacity } from './capacity.ts'
import { errorReply } from './errors.ts'

/** Who comes back does not do so in the same second as everybody else; in seconds, both included. */
const BACK_AFTER = { least: 1, most: 4 }

/** What an operator, or the machine that watches for them, asks of a server that has too much to do. */
const ALWAYS = /^\/(healthz|readyz|metrics)(\?|$)/

/** A body that is longer on its way is waited for without a place, in milliseconds. */
const SLOW_BODY_MS = 1_000
/** So many times as many as have a place may be waited for without one: what has arrived of them is in memory. */
const SLOW_BODIES = 10

const bodyComes = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

/** How many requests are being worked on; those answered from memory and endless streams are no work. */
export interface Admission {
  /** Counts a request; null: there are as many as there may be. @returns what gives its place back, also when called again */
  enter(req: IncomingMessage): (() => void) | null
}

/**
 * As many requests at once as there is room for; what asks for the server's health is let in beyond that. Whoever sends a body slowly
 * takes nobody's place: theirs is free until all of it is here.
 */
export function createAdmission(capacity: Capacity, slowBodyMs = SLOW_BODY_MS): Admission {
  let inside = 0
  let slow = 0

  function waitForBody(req: IncomingMessage): () => void {
    let at: 'place' | 'door' | 'gone' = 'place'
    const arrived = () => {
      if (at !== 'door') return
      at = 'place'
      slow -= 1
      inside += 1
    }
    const timer = setTimeout(() => {
      if (at !== 'place' || req.complete || slow >= capacity.room() * SLOW_BODIES) return
      at = 'door'
      slow += 1
      inside -= 1
      req.once('end', arrived)
    }, slowBodyMs)
    return () => {
      clearTimeout(timer)
      if (at === 'place') inside -= 1
      if (at === 'door') slow -= 1
      if (at !== 'gone') capacity.done()
      at = 'gone'
    }
  }

  return {
    enter(req) {
      if (inside >= capacity.room() && !ALWAYS.test(req.url ?? '')) return null
      inside += 1
      if (bodyComes(req)) return waitForBody(req)
      let counted = true
      return () => {
        if (!counted) return
        counted = false
        inside -= 1
        capacity.done()
      }
    },
  }
}

const backAfter = () => BACK_AFTER.least + Math.floor(Math.random() * (BACK_AFTER.most - BACK_AFTER.least + 1))

/**
 * Refuses a request without having looked at it: 503 with `Retry-After`. Other websites may read the refusal, so that a
 * script of theirs can tell it from a broken network; there is nothing else in it. A body that is still coming is not
 * waited for.
 */
export function turnAway(req: IncomingMessage, res: ServerResponse): void {
  const requestId = newId()
  const error = new AppError('unavailable', 'server.busy', 'There is too much to do right now. Try again shortly.', {
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
