import { Hono } from 'hono'
import { AppError } from '../../../../kernel/app-error.ts'
import { errorResponse, type HttpApp, type HttpEnv, refuseCrossSite } from '../../../../platform/http/index.ts'
import { createRequestMemo, type RequestContext } from '../../../../platform/rpc/index.ts'
import type { Guards } from '../../../workspaces/server/index.ts'
import { MCP_PATH } from '../../contract.ts'
import { bearerChallenge } from '../oauth/oauth.routes.ts'
import { isMcpRequest, methodNotAllowed, serveMcp } from '../serve-mcp.ts'
import { createWorkspaceServer } from './workspace-server.ts'
import type { WorkspaceApi } from './workspace-tool.ts'

/** A text of `add_text` with room for its escapes. */
const MAX_BODY_BYTES = 1024 * 1024
/** Any key may connect, also one for a single area: every tool asks for its own action. */
const ANY_KEY_ACCESS = { access: 'workspace' } as const

/** Other errors are thrown on. */
function asUnauthenticated(callerError: unknown): AppError {
  if (callerError instanceof AppError && callerError.kind === 'unauthenticated') return callerError
  throw callerError
}

export interface WorkspaceMcpDependencies {
  appUrl: URL
  version: string
  /** @throws unauthenticated without a valid key; rate_limited */
  authorizeCaller: Guards['authorizeCaller']
  /** The procedures, called with a context made for each call. */
  api(context: () => RequestContext): WorkspaceApi
}

/** The workspace's own server at `/mcp`, with an API key or the key that an assistant got by OAuth. Mount it behind the public one, which has the custom domains. */
export function createWorkspaceMcp({ appUrl, version, authorizeCaller, api }: WorkspaceMcpDependencies): HttpApp {
  const mcpRoutes: HttpApp = new Hono<HttpEnv>()
  mcpRoutes.use(MCP_PATH, refuseCrossSite(appUrl))
  mcpRoutes.all(MCP_PATH, async (httpContext, nextHandler) => {
    if (!isMcpRequest(httpContext)) return nextHandler()
    if (httpContext.req.method !== 'POST') return methodNotAllowed(httpContext)
    const { log, requestId, clientAddress: address } = httpContext.var
    const { headers } = httpContext.req.raw
    // A call's authorization is remembered within its context: each call needs its own.
    const requestContext = (): RequestContext => ({
      headers,
      responseHeaders: new Headers(),
      requestId,
      address,
      once: createRequestMemo(),
      transport: 'rest',
    })
    const callerContext = requestContext()
    const refusal = await authorizeCaller(ANY_KEY_ACCESS, callerContext).then(() => null, asUnauthenticated)
    if (refusal) {
      const refusedResponse = errorResponse(refusal, requestId)
      refusedResponse.headers.set('www-authenticate', bearerChallenge(appUrl, headers.has('authorization')))
      return refusedResponse
    }
    const messageBody = await httpContext.var.body.input(MAX_BODY_BYTES)
    if (typeof messageBody !== 'object' || messageBody === null || messageBody instanceof FormData)
      throw new AppError('invalid', 'request.malformed_json', 'The body is not valid JSON.')
    const mcpResponse = await serveMcp(httpContext, messageBody, () =>
      createWorkspaceServer({ version, log, api: api(requestContext) }),
    )
    for (const [name, value] of callerContext.responseHeaders) mcpResponse.headers.set(name, value)
    return mcpResponse
  })
  return mcpRoutes
}
