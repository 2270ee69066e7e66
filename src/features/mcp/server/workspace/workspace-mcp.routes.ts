import { Hono } from 'hono'
import { AppError } from '../../../../kernel/app-error.ts'
import { errorResponse, type HttpApp, type HttpEnv, refuseCrossSite } from '../../../../platform/http/index.ts'
import { createRequestMemo, type RequestContext } from '../../../../platform/rpc/index.ts'
import type { Guards } from '../../../workspaces/server/index.ts'
import { MCP_PATH } from '../../contract.ts'
import { bearerChallenge } from '../oauth/oauth.routes.ts'
import { isMcpRequest, methodNotAllowed, serveMcp } from '../serve-mcp.ts'
import { workspaceServer } from './workspace-server.ts'
import type { WorkspaceApi } from './workspace-tool.ts'

/** A text of `add_text` with room for its escapes. */
const MAX_BODY_BYTES = 1024 * 1024
/** Any key may connect, also one for a single area: every tool asks for its own action. */
const ANY_KEY = { access: 'workspace' } as const

/** Other errors are thrown on. */
function asUnauthenticated(error: unknown): AppError {
  if (error instanceof AppError && error.kind === 'unauthenticated') return error
  throw error
}

export interface WorkspaceMcpDeps {
  appUrl: URL
  version: string
  /** @throws unauthenticated without a valid key; rate_limited */
  authorizeCaller: Guards['authorizeCaller']
  /** The procedures, called with a context made for each call. */
  api(context: () => RequestContext): WorkspaceApi
}

/** The workspace's own server at `/mcp`, with an API key or the key that an assistant got by OAuth. Mount it behind the public one, which has the custom domains. */
export function createWorkspaceMcp({ appUrl, version, authorizeCaller, api }: WorkspaceMcpDeps): HttpApp {
  const routes: HttpApp = new Hono<HttpEnv>()
  routes.use(MCP_PATH, refuseCrossSite(appUrl))
  routes.all(MCP_PATH, async (context, next) => {
    if (!isMcpRequest(context)) return next()
    if (context.req.method !== 'POST') return methodNotAllowed(context)
    const { log, requestId, clientAddress: address } = context.var
    const { headers } = context.req.raw
    // A call's authorization is remembered within its context: each call needs its own.
    const requestContext = (): RequestContext => ({
      headers,
      responseHeaders: new Headers(),
      requestId,
      address,
      once: createRequestMemo(),
      transport: 'rest',
    })
    const caller = requestContext()
    const refusal = await authorizeCaller(ANY_KEY, caller).then(() => null, asUnauthenticated)
    if (refusal) {
      const response = errorResponse(refusal, requestId)
      response.headers.set('www-authenticate', bearerChallenge(appUrl, headers.has('authorization')))
      return response
    }
    const body = await context.var.body.input(MAX_BODY_BYTES)
    if (typeof body !== 'object' || body === null || body instanceof FormData)
      throw new AppError('invalid', 'request.malformed_json', 'The body is not valid JSON.')
    const response = await serveMcp(context, body, () => workspaceServer({ version, log, api: api(requestContext) }))
    for (const [name, value] of caller.responseHeaders) response.headers.set(name, value)
    return response
  })
  return routes
}
