import { createRouterClient } from '@orpc/server'
import { Hono } from 'hono'
import type { PublicApiDeps } from '../features/answering/server/index.ts'
import type { DomainDirectory } from '../features/domains/server/index.ts'
import { createOAuth, createOAuthRoutes, createPublicMcp, createWorkspaceMcp } from '../features/mcp/server/index.ts'
import type { Guards } from '../features/workspaces/server/index.ts'
import type { HttpApp, HttpEnv } from '../platform/http/index.ts'
import type { AppRouter } from './api.ts'

interface McpDeps {
  secretKeys: readonly string[]
  publicApi: PublicApiDeps
  directory: Pick<DomainDirectory, 'find'>
  router: AppRouter
  guards: Guards
  appUrl: URL
  version: string
}

/** Both MCP servers, of the published content and of the workspace for its team, and the latter's authorization. */
export function createMcp({ secretKeys, publicApi, directory, router, guards, appUrl, version }: McpDeps): HttpApp {
  const app: HttpApp = new Hono<HttpEnv>()
  app.route('/', createPublicMcp({ ...publicApi, version, findDomain: directory.find }))
  app.route(
    '/',
    createWorkspaceMcp({ appUrl, version, guards, api: (context) => createRouterClient(router, { context }) }),
  )
  const oauth = createOAuth(publicApi.workspaces, secretKeys)
  app.route('/', createOAuthRoutes({ oauth, appUrl, limit: publicApi.limits.search }))
  return app
}
