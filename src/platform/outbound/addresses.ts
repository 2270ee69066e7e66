import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { blocked } from './errors.ts'

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a host name. */
export type Resolver = (hostname: string) => Promise<ResolvedAddress[]>

export const systemResolver: Resolver = async (hostname) => {
  const found = await systemLookup(hostname, { all: true, verbatim: true })
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

/** Azure answers every virtual machine's questions about itself here, at an address that looks like any other. */
const CLOUD_INTERNAL = new Set(['168.63.129.16'])
/** Ranges that IANA has allocated for global unicast; IPv4 embedded in IPv6 is outside. */
const GLOBAL_UNICAST_6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns true for an address of the public internet: not private, local, reserved, translated or tunneled. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || CLOUD_INTERNAL.has(parsed.toString())) return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST_6)
}

/**
 * A lookup for sockets that hands on only addresses it has checked, so that a name cannot mean one thing when it is
 * checked and another when it is used. One refused address among several refuses them all.
 */
export function checkedLookup(resolve: Resolver, accepts: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return callback(new Error(`${hostname} has no address`), '', 4)
        if (!addresses.every(({ address }) => accepts(address))) return callback(blocked(), '', 4)
        return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    )
  }
}
