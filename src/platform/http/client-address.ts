import { BlockList } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { RequestHead } from './memory-reply.ts'
import { isValidHost } from './request-head.ts'

/** Proxies whose forwarding headers are trusted. */
export interface ProxyTrust {
  trusts(address: string): boolean
}

/** IPv4 addresses in IPv6 clothing become plain IPv4; null when the text is not an address. */
function normalize(text: string): string | null {
  const bare = text.trim().replace(/^"|"$/g, '')
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1]
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(bare)?.[1]
  const address = bracketed ?? withPort ?? bare
  // Only the usual notation: `ipaddr.js` would also take octal and single numbers.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return null
  return ipaddr.process(address).toString()
}

/** Returns a test for addresses of these ranges, which are in CIDR notation or single addresses. */
function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [network, bits] = range.includes('/')
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.parse(range), range.includes(':') ? 128 : 32] as const)
    list.addSubnet(network.toString(), bits, network.kind())
  }
  return (address) => {
    const plain = normalize(address)
    return plain !== null && list.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
  }
}

export const isInNetworks = (address: string, networks: readonly string[]): boolean => inRanges(networks)(address)

/** `ranges` in CIDR notation, as the configuration gives them. */
export const proxyTrust = (ranges: readonly string[]): ProxyTrust => ({ trusts: inRanges(ranges) })

/**
 * Returns the client's address. Forwarding headers are read from the right; each entry counts only if the proxy that
 * added it is trusted, so forged entries further left never count.
 */
export function clientAddress(remote: string | undefined, forwardedFor: string | undefined, trust: ProxyTrust): string {
  let client = normalize(remote ?? '') ?? 'unknown'
  if (forwardedFor === undefined) return client
  for (const entry of forwardedFor.split(',').reverse()) {
    if (!trust.trusts(client)) break
    const address = normalize(entry)
    if (address === null) break
    client = address
  }
  return client
}

/** Origin of a request, as far as it can be trusted. */
export interface RequestOrigin {
  clientAddress: string
  /** The host asked for with its port, lower-case. */
  host: string
  protocol: 'http' | 'https'
  /** True when the direct peer is a trusted proxy. */
  proxied: boolean
}

/** The last entry, added by the peer; earlier ones may come from the client. */
const lastEntry = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value.join(',') : value)?.split(',').at(-1)?.trim()

/** Origin of a raw request; Hono handlers find the same in `c.var.origin`. */
export function requestOrigin(req: Pick<RequestHead, 'headers' | 'socket'>, trust: ProxyTrust): RequestOrigin {
  const remote = req.socket.remoteAddress
  const proxied = remote !== undefined && trust.trusts(remote)
  const forwardedFor = req.headers['x-forwarded-for']
  const forwardedHost = proxied ? lastEntry(req.headers['x-forwarded-host']) : undefined
  const forwardedProto = proxied ? lastEntry(req.headers['x-forwarded-proto']) : undefined
  return {
    clientAddress: clientAddress(remote, Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor, trust),
    host: (forwardedHost && isValidHost(forwardedHost) ? forwardedHost : (req.headers.host ?? '')).toLowerCase(),
    protocol: forwardedProto === 'https' ? 'https' : 'http',
    proxied,
  }
}
