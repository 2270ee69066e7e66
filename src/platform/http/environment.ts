import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { RequestBody } from '../bodies/index.ts'
import type { Logger } from '../log/index.ts'
import type { RequestOrigin } from './client-address.ts'

/** Variables in the context of every handler. */
export interface HttpEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Already without what cannot be believed. */
    clientAddress: string
    origin: RequestOrigin
    /** The request's body, not read yet. */
    body: RequestBody
    /** Carries the request id. */
    log: Logger
    /** Set by a handler behind `cors`: only these origins may read its answer. */
    corsOrigins?: readonly string[]
  }
}

export type HttpApp = Hono<HttpEnv>
