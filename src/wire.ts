import path from 'node:path'
import { createAccountsRoutes } from './features/accounts/server/index.ts'
import { createPublicApi, type PublicApiDeps } from './features/answering/server/index.ts'
import { createBillingRoutes } from './features/billing/server/index.ts'
import { countFaqs, createFaqsRoutes } from './features/faqs/server/index.ts'
import { createKnowledgeRoutes } from './features/knowledge/server/index.ts'
import { createQuestionsRoutes } from './features/questions/server/index.ts'
import { createGuards, createWorkspacesRoutes } from './features/workspaces/server/index.ts'
import type { Config } from './platform/config/index.ts'
import type { Database } from './platform/db/index.ts'
import { createHttp, createMetrics, startHttp } from './platform/http/index.ts'
import type { Logger } from './platform/log/index.ts'
import { serveOperator } from './platform/operator/index.ts'
import { type AppRouter, createApi } from './wire/api.ts'
import { type Core, openCore } from './wire/core.ts'
import { createEventStream } from './wire/event-stream.ts'
import { createLimits } from './wire/limits.ts'
import { createGenerate } from './wire/model.ts'
import { operatorHandlers } from './wire/operator.ts'
import { createAppPages, createLanding, createPublicPages, dashboardPage } from './wire/pages.ts'

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

export function createRouter(core: Core, limits: ReturnType<typeof createLimits>): AppRouter {
  const { accounts, services, config } = core
  const guards = createGuards(services, accounts.auth)
  return {
    accounts: createAccountsRoutes(accounts, limits.accounts),
    billing: createBillingRoutes({ db: core.db, auth: accounts.auth, billingOff: services.billingOff }),
    workspaces: createWorkspacesRoutes(services, guards, { appUrl: config.appUrl, countFaqs }),
    knowledge: createKnowledgeRoutes(guards),
    faqs: createFaqsRoutes(guards),
    questions: createQuestionsRoutes(guards),
  }
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
      log: (level, message, fields) => log[level](fields ?? {}, message),
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
