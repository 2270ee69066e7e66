import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'

/**
 * The key under which an address is counted: a keyed hash, because the table is no place for addresses. Whoever has
 * one IPv6 address has its whole /64, so that counts as one.
 */
export function addressKey(address: string, secretKey: string): string {
  return createHmac('sha256', secretKey)
    .update(`address:${network(address)}`)
    .digest('base64url')
    .slice(0, 27)
}

function network(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}
