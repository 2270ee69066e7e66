import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import { assertWellFormed, type HttpEnv } from '../../../platform/http/index.ts'

/** Open tool calls outlive a proxy's idle timeout. */
const KEEP_ALIVE_MS = 15_000

/**
 * Answers one message over streamable HTTP without sessions: with a server made for this request alone.
 * @param body the parsed body
 * @throws invalid `mcp.batch`: every message counts against the limits of its sender
 */
export async function serveMcp(context: Context<HttpEnv>, body: unknown, server: () => McpServer): Promise<Response> {
  if (Array.isArray(body)) throw new AppError('invalid', 'mcp.batch', 'Send one message per request.')
  assertWellFormed(body)
  const { log } = context.var
  const handler = createMcpHandler(server, {
    keepAliveMs: KEEP_ALIVE_MS,
    // Nothing is ever announced: a subscription would only hold a connection open.
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, 'An MCP message was refused'),
  })
  const response = await handler.fetch(context.req.raw, { parsedBody: body })
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}

/**
 * Returns true for requests of MCP clients at an address that pages may have too: a FAQ can be named "mcp". A client's GET
 * asks for a stream, a browser's for a page.
 */
export function isMcpRequest(context: Context<HttpEnv>): boolean {
  const { req } = context
  const isRead = req.method === 'GET' || req.method === 'HEAD'
  return !isRead || (req.header('accept') ?? '').includes('text/event-stream') || hasVersion(context)
}

const hasVersion = (context: Context<HttpEnv>) => context.req.header('mcp-protocol-version') !== undefined

/** There are no sessions to listen to or to end. */
export const methodNotAllowed = (context: Context<HttpEnv>): Response =>
  context.json(
    { jsonrpc: '2.0', error: { code: -32000, message: 'Method not allowed: this server has no sessions.' }, id: null },
    405,
    { allow: 'POST' },
  )
