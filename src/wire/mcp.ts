import { createRouterClient } from '@orpc/server'
import { Hono } from 'hono'
import type { PublicApiDeps } from '../features/answering/server/index.ts'
import type { DomainDirectory } from '../features/domains/server/index.ts'
import { createOAuth, createOAuthRoutes, createPublicMcp, createWorkspaceMcp } from '../features/mcp/server/index.ts'
import type { Guards } from '../features/workspaces/server/index.ts'
import type { HttpApp, HttpEnv } from '../platform/http/index.ts'
import type { AppRouter } from './api.ts'
import { type ApiLimits, createCallMeter } from './rate-limit-headers.ts'

interface McpDependencies {
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
export function createMcp(dependencies: McpDependencies): HttpApp {
  const { secretKeys, publicApi, directory, router, guards, limits, appUrl, version } = dependencies
  const callMeter = createCallMeter(limits)
  const mcpApp: HttpApp = new Hono<HttpEnv>()
  mcpApp.route('/', createPublicMcp({ ...publicApi, version, findDomain: directory.find }))
  mcpApp.route(
    '/',
    createWorkspaceMcp({
      appUrl,
      version,
      // A message counts as one call of its key, like a call of the REST API.
      authorizeCaller: (procedureMeta, context) =>
        callMeter(context, () => guards.authorizeCaller(procedureMeta, context)),
      api: (context) => createRouterClient(router, { context }),
    }),
  )
  const oauthServer = createOAuth(publicApi.workspaces, secretKeys)
  mcpApp.route('/', createOAuthRoutes({ oauth: oauthServer, appUrl, limit: publicApi.limits.search }))
  return mcpApp
}
