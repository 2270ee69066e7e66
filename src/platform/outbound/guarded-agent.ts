import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'
import { checkedLookup, isPublicAddress, type Resolver } from './addresses.ts'
import { blocked } from './errors.ts'

const CONNECT_MS = 10_000
const PORTS = new Set(['80', '443'])

/** Decides by host and port; `allowHosts` holds what the operator allowed: `host` or `host:port`. */
export interface HostPolicy {
  /** May be private. With `host` alone only on the usual ports. */
  isAllowed(hostname: string, port: string): boolean
}

const bare = (hostname: string): string => hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')

export function hostPolicy(allowHosts: readonly string[]): HostPolicy {
  const allowed = new Set(
    allowHosts.map((entry) => {
      if (ipaddr.isValid(entry)) return bare(entry)
      const [, host = entry, port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
      return port === undefined ? bare(host) : `${bare(host)} ${port}`
    }),
  )
  return {
    isAllowed: (hostname, port) =>
      allowed.has(`${bare(hostname)} ${port}`) || (PORTS.has(port) && allowed.has(bare(hostname))),
  }
}

export const portOf = (url: { protocol: string; port: string }): string =>
  url.port || (url.protocol === 'https:' ? '443' : '80')

/** Parses and checks what can be known from the address alone. Throws `outbound.blocked`. */
export function checkUrl(url: string | URL, policy: HostPolicy): URL {
  if (!URL.canParse(String(url))) throw blocked()
  const parsed = new URL(url)
  const port = portOf(parsed)
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') throw blocked()
  if (parsed.username !== '' || parsed.password !== '') throw blocked()
  if (policy.isAllowed(parsed.hostname, port)) return parsed
  const literal = bare(parsed.hostname)
  if (!PORTS.has(port) || (isIP(literal) !== 0 && !isPublicAddress(literal))) throw blocked()
  return parsed
}

/**
 * HTTP agent for user-supplied addresses. Checks names in the DNS lookup, literal addresses before connecting (they
 * cause no lookup), and the connected peer. Ignores proxies of the environment.
 */
export function guardedAgent(policy: HostPolicy, resolve: Resolver): Agent {
  const options = { timeout: CONNECT_MS, allowH2: false }
  const guarded = buildConnector({ ...options, lookup: checkedLookup(resolve, isPublicAddress) })
  const open = buildConnector({ ...options, lookup: checkedLookup(resolve, () => true) })
  return new Agent({
    allowH2: false,
    maxHeaderSize: 64 * 1024,
    connect(target, callback) {
      if (policy.isAllowed(target.hostname, portOf(target))) return open(target, callback)
      const literal = bare(target.hostname)
      if (isIP(literal) !== 0 && !isPublicAddress(literal)) return callback(blocked(), null)
      return guarded(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
        socket.destroy()
        return callback(blocked(), null)
      })
    },
  })
}
