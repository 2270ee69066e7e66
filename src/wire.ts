import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createGoogleCallback } from './features/accounts/server/index.ts'
import { createPublicApi, createVisitorTokens, type PublicApiDeps } from './features/answering/server/index.ts'
import { createBillingWebhook, createSandboxPages } from './features/billing/server/index.ts'
import { createDomainAsk, createHostGuard } from './features/domains/server/index.ts'
import { createConnectCallback } from './features/integrations/server/index.ts'
import { createGuards } from './features/workspaces/server/index.ts'
import type { Config } from './platform/config/index.ts'
import { type Database, optimizeNewCode } from './platform/db/index.ts'
import {
  createHttp,
  createMetrics,
  createSecurityText,
  proxyTrust,
  type RunningServer,
  requestOrigin,
  startHttp,
} from './platform/http/index.ts'
import type { Logger } from './platform/log/index.ts'
import { serveOperator } from './platform/operator/index.ts'
import { inProgram } from './platform/program/index.ts'
import { createSealedTexts } from './platform/sealed-texts/index.ts'
import { createApi } from './wire/api.ts'
import { type Core, openCore } from './wire/core.ts'
import { createEventStream } from './wire/event-stream.ts'
import { createLimits } from './wire/limits.ts'
import { createMcp } from './wire/mcp.ts'
import { operatorHandlers } from './wire/operator.ts'
import { createOperatorPages } from './wire/operator-pages.ts'
import { createAppPages } from './wire/pages.ts'
import { createPublicPages } from './wire/public-pages.ts'
import { logRecognition } from './wire/recognition.ts'
import { createRouter } from './wire/router.ts'
import { createInstanceSite } from './wire/site.ts'
import { builtSurfaces } from './wire/surfaces.ts'
import { VERSION } from './wire/version.ts'
import { jobMeter, watchCore } from './wire/watching.ts'
import { createFrames } from './wire/widget-frames.ts'

export { VERSION }

const DIST = inProgram('dist')
/** Labels of requests in the metrics. */
const ROUTE_CLASSES = [
  ['/faq/', 'page'],
  ['/api/public/', 'public'],
  ['/api/v1/public/', 'public'],
  ['/api/v1/', 'rest'],
  ['/api/rpc/', 'rpc'],
  ['/api/events', 'events'],
  ['/assets/', 'assets'],
  ['/visitor-assets/', 'assets'],
  ['/widget/frame', 'frame'],
  ['/widget', 'assets'],
] as const

export interface Server {
  /** URL to open in a browser. */
  address: string
  port: number
  core: Core
  close(): Promise<void>
}

/** Starts everything on a database that is being opened; the caller ends it with `close`. */
export async function serve(config: Config, log: Logger, opening: Promise<Database>): Promise<Server> {
  // The embedded database opens in its own thread; this one reads the page assets in parallel.
  const loading = config.dev
    ? import('./wire/dev-surfaces.ts').then(({ devSurfaces }) => devSurfaces())
    : builtSurfaces(DIST)
  // The failure is reported where the promise is awaited; until then it must not be an unhandled rejection.
  loading.catch(() => {})
  const metrics = createMetrics()
  const observeJob = jobMeter(metrics)
  const core = await openCore({ config, log, db: await opening, work: config.mode !== 'web', observeJob })
  watchCore(metrics, core)
  const limits = createLimits(core)
  const api: PublicApiDeps = {
    workspaces: core.services,
    answering: core.answering,
    limits: limits.visitors,
    visitorTokens: createVisitorTokens(config.secretKeys),
  }
  const surfaces = await loading
  const { pages, directory } = createPublicPages(core, api, surfaces)
  const frames = createFrames(core, surfaces)
  const site = createInstanceSite(core, limits, surfaces)
  const trust = proxyTrust(config.trustProxy)
  let http: RunningServer | null = null
  const app = createHttp({
    config,
    leaving: () => http?.leaving ?? false,
    log,
    metrics,
    probes: core.probes,
    bodies: { folder: path.join(config.dataDir, 'incoming') },
    notFoundPage: site.missing,
  })
  if (!surfaces.built)
    app.use(async (context, next) => {
      await next()
      // Vite's inline scripts and its socket need room; a response without any policy would get the strictest.
      context.res.headers.set('content-security-policy', "object-src 'none'")
    })
  // A worker responds to health and metrics requests only.
  const web = config.mode !== 'worker'
  if (web) {
    app.use(pages.onDomain)
    app.route('/', createSecurityText(config.securityContact, config.appUrl))
    app.route('/', createDomainAsk(core.domains, directory, limits.hosts))
    // Before the workspace API, whose addresses begin like its own.
    app.route('/', createPublicApi(api))
    const guards = createGuards(core.services, core.accounts.auth)
    const router = createRouter(core, limits, guards)
    const idempotency = { sealed: createSealedTexts(config.secretKeys), limits: limits.idempotency }
    const { docsScript } = surfaces
    const apiOptions = { appUrl: config.appUrl, version: VERSION, idempotency, limits: limits.api, docsScript }
    app.route('/', createApi(router, guards, { ...apiOptions, storage: core.storage }))
    app.route(
      '/',
      createMcp({ ...apiOptions, publicApi: api, directory, router, guards, secretKeys: config.secretKeys }),
    )
    app.route('/', createBillingWebhook(core.billing.services))
    if (core.billing.sandbox)
      app.route('/', createSandboxPages(core.billing.services, core.billing.sandbox, core.accounts.auth))
    app.route('/', createConnectCallback(core.integrations.services, core.accounts.auth))
    app.route('/', createGoogleCallback(core.accounts, limits.accounts))
    app.route('/', createEventStream(core.services, core.accounts.auth))
    app.route('/', createOperatorPages(core))
    // Before the files: the button's script is one for workspaces without rules.
    app.route('/', frames.routes)
    app.route('/', createAppPages(core, limits, surfaces))
    app.route('/', site.routes)
    app.route('/', pages.routes)
  }
  const running = await startHttp(app, {
    host: config.host,
    port: config.port,
    log,
    admitsHost: createHostGuard(config, directory),
    fromMemory: web && surfaces.built ? (head) => frames.fromMemory(head) ?? pages.fromMemory(head) : undefined,
    before: surfaces.before,
    metrics,
    mostRequests: config.mostRequests,
    addressOf: (head) => requestOrigin(head, trust).clientAddress,
    isWaiting: () => core.db.pool.waitingCount > 0 || (core.db.replica?.pool.waitingCount ?? 0) > 0,
    routeClasses: ROUTE_CLASSES,
  })
  http = running
  optimizeNewCode()
  if (web) void core.semantic.warm()
  void logRecognition(core)
  const operator = await serveOperator(
    config.dataDir,
    Object.fromEntries(
      Object.entries(operatorHandlers).map(([name, run]) => [name, (args: unknown) => run(core, args)]),
    ),
  )
  return {
    address: config.appUrl.origin,
    port: running.port,
    core,
    close: async () => {
      await operator.close()
      running.leave()
      await delay(config.drainSeconds * 1000)
      await running.close()
      metrics.stop()
      await frames.close()
      await surfaces.close()
      await core.close()
    },
  }
}
