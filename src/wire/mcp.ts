import { createRouterClient } from '@orpc/server'
import { Hono } from 'hono'
import type { PublicApiDeps } from '../features/answering/server/index.ts'
import type { DomainDirectory } from '../features/domains/server/index.ts'
import { createOAuth, createOAuthRoutes, createPublicMcp, createWorkspaceMcp } from '../features/mcp/server/index.ts'
import type { Guards } from '../features/workspaces/server/index.ts'
import type { HttpApp, HttpEnv } from '../platform/http/index.ts'
import type { AppRouter } from './api.ts'
import { type ApiLimits, createCallMeter } from './rate-limit-headers.ts'

interface McpDeps {
  secretKeys: readonly string[]
  publicApi: PublicApiDeps
  directory: Pick<DomainDirectory, 'find'>
  router: AppRouter
  guards: Guards
  /** Those of the REST API, for the workspace's server. */
  limits: ApiLimits
  appUrl: URL
  version: string
}

/** Both MCP servers, of the published content and of the workspace for its team, and the latter's authorization. */
export function createMcp(deps: McpDeps): HttpApp {
  const { secretKeys, publicApi, directory, router, guards, limits, appUrl, version } = deps
  const meter = createCallMeter(limits)
  const app: HttpApp = new Hono<HttpEnv>()
  app.route('/', createPublicMcp({ ...publicApi, version, findDomain: directory.find }))
  app.route(
    '/',
    createWorkspaceMcp({
      appUrl,
      version,
      // A message counts as one call of its key, like a call of the REST API.
      authorizeCaller: (meta, context) => meter(context, () => guards.authorizeCaller(meta, context)),
      api: (context) => createRouterClient(router, { context }),
    }),
  )
  const oauth = createOAuth(publicApi.workspaces, secretKeys)
  app.route('/', createOAuthRoutes({ oauth, appUrl, limit: publicApi.limits.search }))
  return app
}
