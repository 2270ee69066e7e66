import path from 'node:path'
import { createPublicApi, type PublicApiDeps } from './features/answering/server/index.ts'
import type { Config } from './platform/config/index.ts'
import type { Database } from './platform/db/index.ts'
import { createHttp, createMetrics, startHttp } from './platform/http/index.ts'
import type { Logger } from './platform/log/index.ts'
import { serveOperator } from './platform/operator/index.ts'
import { createApi } from './wire/api.ts'
import { type Core, openCore } from './wire/core.ts'
import { createEventStream } from './wire/event-stream.ts'
import { createLimits } from './wire/limits.ts'
import { createGenerate } from './wire/model.ts'
import { operatorHandlers } from './wire/operator.ts'
import { createAppPages, createLanding, createPublicPages, dashboardPage } from './wire/pages.ts'
import { createRouter } from './wire/router.ts'

export const VERSION = '0.1.0'
const DIST = path.join(import.meta.dirname, '..', 'dist')
const IMPORT_BYTES = 32 * 1024 * 1024

export interface Server {
  /** Where to point a browser. */
  address: string
  port: number
  core: Core
  close(): Promise<void>
}

/** Starts everything on an open database; the caller ends it with `close`. */
export async function serve(config: Config, log: Logger, db: Database): Promise<Server> {
  const core = await openCore({ config, log, db, work: config.mode !== 'web' })
  const metrics = createMetrics()
  const limits = createLimits(core)
  const api: PublicApiDeps = {
    workspaces: core.services,
    answering: {
      appUrl: config.appUrl,
      generate: createGenerate(config),
      log: (level, message, fields) => log[level]({ ...fields }, message),
    },
    limits: limits.visitors,
  }
  const pages = await createPublicPages(core, api, DIST)
  const notFound = dashboardPage(DIST, config.appUrl.protocol === 'https:')
  const app = createHttp({
    config,
    log,
    metrics,
    probes: { database: () => db.pool.query('select 1'), queue: () => core.jobs.healthy() },
    bodyLimits: [
      { prefix: '/api/v1/faqs/import', maxBytes: IMPORT_BYTES },
      { prefix: '/api/v1/texts', maxBytes: IMPORT_BYTES },
    ],
    notFoundPage: (c) => notFound(c, 404),
  })
  app.route('/', createPublicApi(api))
  app.route('/', createApi(createRouter(core, limits), { appUrl: config.appUrl, version: VERSION }))
  app.route('/', createEventStream(core.services, core.accounts.auth))
  app.route('/', createAppPages(core, DIST))
  app.route('/', await createLanding(core, DIST))
  app.route('/', pages.routes)
  const http = await startHttp(app, { host: config.host, port: config.port, log, before: pages.before, metrics })
  const operator = await serveOperator(
    config.dataDir,
    Object.fromEntries(
      Object.entries(operatorHandlers).map(([name, run]) => [name, (args: unknown) => run(core, args)]),
    ),
  )
  return {
    address: config.appUrl.origin,
    port: http.port,
    core,
    close: async () => {
      await operator.close()
      await http.close()
      metrics.stop()
      await core.close()
    },
  }
}
