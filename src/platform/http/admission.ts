import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../kernel/app-error.ts'
import { newId } from '../../kernel/ids.ts'
import { errorReply } from './errors.ts'

/** Who comes back does not do so in the same second as everybody else; in seconds, both included. */
const BACK_AFTER = { least: 1, most: 4 }

/** What an operator, or the machine that watches for them, asks of a server that has too much to do. */
const ALWAYS = /^\/(healthz|readyz|metrics)(\?|$)/

/** How many requests are being worked on; those answered from memory and endless streams are no work. */
export interface Admission {
  /** Counts a request until `leave`; false: there are as many as there may be, and it was not counted. */
  enter(req: IncomingMessage): boolean
  leave(): void
}

/** At most `most` requests at once; what asks for the server's health is let in beyond that. */
export function createAdmission(most: number): Admission {
  let inside = 0
  return {
    enter(req) {
      if (inside >= most && !ALWAYS.test(req.url ?? '')) return false
      inside += 1
      return true
    },
    leave() {
      inside -= 1
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
  const bodyComes = req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined
  res.writeHead(status, {
    ...headers,
    'content-type': api ? 'application/json' : 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after',
    'x-request-id': requestId,
    ...(bodyComes ? { connection: 'close' } : {}),
  })
  res.end(text)
}
