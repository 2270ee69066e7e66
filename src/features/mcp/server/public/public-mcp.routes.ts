import { type Context, Hono } from 'hono'
import { parseJson } from '../../../../platform/bodies/index.ts'
import { type HttpApp, type HttpEnv, mcpCors, textBody } from '../../../../platform/http/index.ts'
import { admitMcpClient } from '../../../answering/server/index.ts'
import { MCP_PATH } from '../../contract.ts'
import { isMcpRequest, methodNotAllowed, serveMcp } from '../serve-mcp.ts'
import { type PublicMcpDeps, publicServer } from './public-server.ts'

export interface PublicMcpRouteDeps extends PublicMcpDeps {
  /** The subdomain of the workspace whose domain this host is; null for other hosts. */
  findDomain(host: string): Promise<string | null>
}

/**
 * Published content for visitors' assistants, within the limits that hold for visitors: `/faq/:subdomain/mcp`, and `/mcp`
 * on the workspaces' own domains. Mount it at the root, before the pages.
 */
export function createPublicMcp(deps: PublicMcpRouteDeps): HttpApp {
  async function receive(context: Context<HttpEnv>, subdomain: string): Promise<Response> {
    if (context.req.method !== 'POST') return methodNotAllowed(context)
    await deps.limits.search(context.var.clientAddress)
    const visitor = await admitMcpClient(deps, context, { subdomain })
    const body = parseJson(await textBody(context))
    return serveMcp(context, body, () => publicServer(deps, context, visitor))
  }

  const routes: HttpApp = new Hono<HttpEnv>()
  routes.use('/faq/:subdomain/mcp', mcpCors)
  routes.all('/faq/:subdomain/mcp', (context, next) =>
    isMcpRequest(context) ? receive(context, context.req.param('subdomain')) : next(),
  )
  routes.use(MCP_PATH, mcpCors)
  routes.all(MCP_PATH, async (context, next) => {
    const subdomain = isMcpRequest(context) ? await deps.findDomain(context.var.origin.host) : null
    return subdomain === null ? next() : receive(context, subdomain)
  })
  return routes
}
