import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '../../kernel/ids.ts'
import { securityHeaders } from './security/security-headers.ts'

/** An answer to a request that is refused before anything looks at it. */
export interface Refusal {
  status: number
  code: string
  message: string
}

const malformed = (message: string): Refusal => ({ status: 400, code: 'request.malformed', message })

const BAD_HOST = malformed('The request must name one valid host.')
const BAD_TARGET = malformed('The URL of the request is not valid.')
/** The host is not served here (RFC 9110, 15.5.20). */
export const MISDIRECTED: Refusal = {
  status: 421,
  code: 'request.misdirected',
  message: 'This server does not serve this host.',
}

/** A name of DNS (255 characters) with a port. */
const HOST_MAX = 261
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

let lastValidHost = ''

/** Returns true when all URL parsers read this Host header the same way. */
export function isValidHost(host: string): boolean {
  // Most requests name the same host as the request before them.
  if (host === lastValidHost) return true
  const name = host.length > HOST_MAX ? undefined : HOST.exec(host)?.[1]
  if (name === undefined || !URL.canParse(`http://${host}`)) return false
  if (new URL(`http://${host}`).hostname !== name.toLowerCase()) return false
  lastValidHost = host
  return true
}

/** Returns true for more than one Host header: Node keeps the first, other parsers the last. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** The path and query of a whole address (`http://host/path`); null when it names another host than the Host header. */
function targetOnHost(address: string, host: string): string | null {
  const [, authority, target] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(address) ?? []
  if (authority === undefined || authority.toLowerCase() !== host.toLowerCase()) return null
  return target?.startsWith('/') ? target : `/${target}`
}

function hasBackslashInPath(target: string): boolean {
  const backslash = target.indexOf('\\')
  return backslash !== -1 && !target.slice(0, backslash).includes('?')
}

/**
 * Why a request cannot be answered, from its first line and its Host header alone; null when it can. A request for a
 * whole address, as proxies send it, becomes one for its path. HTTP/1.0 may leave the host out.
 */
export function problemOfHead(req: IncomingMessage): Refusal | null {
  const { host } = req.headers
  if (host === undefined ? req.httpVersion !== '1.0' : !isValidHost(host) || hasTwoHosts(req)) return BAD_HOST
  const { url = '' } = req
  const target = url.startsWith('/') ? url : targetOnHost(url, host ?? '')
  if (target === null || hasBackslashInPath(target)) return BAD_TARGET
  req.url = target
  return null
}

const LOCKED = { ...securityHeaders('api'), 'cache-control': 'no-store' }

/** Sends a refusal and closes the connection: a body that still comes is not read. */
export function refuse(req: IncomingMessage, res: ServerResponse, { status, code, message }: Refusal): void {
  const requestId = newId()
  const isApi = /^\/api\//.test(req.url ?? '')
  const body = isApi ? JSON.stringify({ error: { code, message, request_id: requestId } }) : `${message}\n`
  res.writeHead(status, {
    ...LOCKED,
    'content-length': Buffer.byteLength(body),
    'content-type': isApi ? 'application/json' : 'text/plain; charset=utf-8',
    'x-request-id': requestId,
    connection: 'close',
  })
  res.end(body)
}
