import { type Context, Hono } from 'hono'
import { parseJson } from '../../../../platform/bodies/index.ts'
import { type HttpApp, type HttpEnv, mcpCors, textBody } from '../../../../platform/http/index.ts'
import { admitMcpClient } from '../../../answering/server/index.ts'
import { MCP_PATH } from '../../contract.ts'
import { isMcpRequest, methodNotAllowed, serveMcp } from '../serve-mcp.ts'
import { createPublicServer, type PublicMcpDependencies } from './public-server.ts'

export interface PublicMcpRouteDependencies extends PublicMcpDependencies {
  /** The subdomain of the workspace whose domain this host is; null for other hosts. */
  findDomain(host: string): Promise<string | null>
}

/**
 * Published content for visitors' assistants, within the limits that hold for visitors: `/faq/:subdomain/mcp`, and `/mcp`
 * on the workspaces' own domains. Mount it at the root, before the pages.
 */
export function createPublicMcp(dependencies: PublicMcpRouteDependencies): HttpApp {
  async function receiveMessage(httpContext: Context<HttpEnv>, subdomain: string): Promise<Response> {
    if (httpContext.req.method !== 'POST') return methodNotAllowed(httpContext)
    await dependencies.limits.search(httpContext.var.clientAddress)
    const visitorContext = await admitMcpClient(dependencies, httpContext, { subdomain })
    const messageBody = parseJson(await textBody(httpContext))
    return serveMcp(httpContext, messageBody, () => createPublicServer(dependencies, httpContext, visitorContext))
  }

  const mcpRoutes: HttpApp = new Hono<HttpEnv>()
  mcpRoutes.use('/faq/:subdomain/mcp', mcpCors)
  mcpRoutes.all('/faq/:subdomain/mcp', (httpContext, nextHandler) =>
    isMcpRequest(httpContext) ? receiveMessage(httpContext, httpContext.req.param('subdomain')) : nextHandler(),
  )
  mcpRoutes.use(MCP_PATH, mcpCors)
  mcpRoutes.all(MCP_PATH, async (httpContext, nextHandler) => {
    const subdomain = isMcpRequest(httpContext) ? await dependencies.findDomain(httpContext.var.origin.host) : null
    return subdomain === null ? nextHandler() : receiveMessage(httpContext, subdomain)
  })
  return mcpRoutes
}
