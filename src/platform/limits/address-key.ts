import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/** The key under which an address is counted: a keyed hash of its network, because the table must not hold addresses. */
export function addressKey(address: string, secretKey: string): string {
  return createHmac('sha256', secretKey)
    .update(`address:${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 27)
}

/** The network that one client has to itself: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}
