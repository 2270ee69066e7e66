// Routes that are called without the server around them.
import { tmpdir } from 'node:os'
import { Hono } from 'hono'
import { createBodyReader } from '../../../src/platform/bodies/index.ts'
import { openBodies } from '../../../src/platform/http/body.ts'
import type { HttpEnv } from '../../../src/platform/http/index.ts'

/** Routes that can read the body of a request, as behind the server. */
export const withBodies = (routes: Hono<HttpEnv>): Hono<HttpEnv> =>
  new Hono<HttpEnv>().use(openBodies(createBodyReader({ folder: tmpdir() }))).route('/', routes)
