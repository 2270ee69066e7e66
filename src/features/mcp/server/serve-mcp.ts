import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { assertWellFormed, type HttpEnv } from '../../../platform/http/index.ts'

/** Open tool calls outlive a proxy's idle timeout. */
const KEEP_ALIVE_MS = 15_000

/**
 * Answers one message over streamable HTTP without sessions: with a server made for this request alone.
 * @param messageBody the parsed body
 * @throws invalid `mcp.batch`: every message counts against the limits of its sender
 */
export async function serveMcp(
  httpContext: Context<HttpEnv>,
  messageBody: unknown,
  createServer: () => McpServer,
): Promise<Response> {
  if (Array.isArray(messageBody)) throw new AppError('invalid', 'mcp.batch', 'Send one message per request.')
  assertWellFormed(messageBody)
  const { log } = httpContext.var
  const mcpHandler = createMcpHandler(createServer, {
    keepAliveMs: KEEP_ALIVE_MS,
    // Nothing is ever announced: a subscription would only hold a connection open.
    maxSubscriptions: 0,
    onerror: (refusedMessage) => log.debug({ err: refusedMessage }, 'An MCP message was refused'),
  })
  const response = await mcpHandler.fetch(httpContext.req.raw, { parsedBody: messageBody })
  const responseHeaders = new Headers(response.headers)
  responseHeaders.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers: responseHeaders })
}

/**
 * Returns true for requests of MCP clients at an address that pages may have too: a FAQ can be named "mcp". A client's GET
 * asks for a stream, a browser's for a page.
 */
export function isMcpRequest(httpContext: Context<HttpEnv>): boolean {
  const { req } = httpContext
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return !isRead || (req.header('accept') ?? '').includes('text/event-stream') || hasProtocolVersion(httpContext)
}

const hasProtocolVersion = (httpContext: Context<HttpEnv>) =>
  httpContext.req.header('mcp-protocol-version') !== undefined

/** There are no sessions to listen to or to end. */
export const methodNotAllowed = (httpContext: Context<HttpEnv>): Response =>
  httpContext.json(
    { jsonrpc: '2.0', error: { code: -32000, message: 'Method not allowed: this server has no sessions.' }, id: null },
    405,
    { allow: 'POST' },
  )
