import ipaddr from 'ipaddr.js'
import type { EnvReader } from './env-reader.ts'
import { findChromium } from './find-chromium.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})?(\.[a-z0-9_]([a-z0-9_-]{0,62})?)*\.?$/i
const LOOPBACK_RANGES = ['127.0.0.0/8', '::1/128']

/** Returns true when a host name or address is this machine for certain. Only `localhost` is resolved. */
export function isLoopbackHost(hostName: string): boolean {
  const bareName = hostName.replace(/^\[|\]$/g, '').toLowerCase()
  if (ipaddr.isValid(bareName)) return ipaddr.process(bareName).range() === 'loopback'
  return bareName === 'localhost' || bareName.endsWith('.localhost')
}

/** HOST: an address or a name, without brackets and port. */
export function readHost(environment: EnvReader): string {
  const hostName = (environment.text('HOST') ?? '127.0.0.1').replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(hostName) || HOST_NAME.test(hostName)) return hostName
  environment.reject(
    'HOST',
    `"${hostName}" is neither an address nor a host name.`,
    'e.g. 127.0.0.1, 0.0.0.0, :: or a name.',
  )
  return '127.0.0.1'
}

/** APP_URL: an origin. Without it a loopback HOST gets `http://localhost:PORT`. */
export function readAppUrl(environment: EnvReader, hostName: string, listenPort: number): URL {
  const fallback = new URL(`http://localhost:${listenPort}`)
  const accepted = 'scheme, host and port without a path, e.g. https://help.example.com.'
  if (environment.text('APP_URL') === null) {
    if (!isLoopbackHost(hostName))
      environment.reject('APP_URL', `is missing; it is required because HOST is ${hostName}.`, accepted)
    return fallback
  }
  const applicationUrl = environment.url('APP_URL', ['http', 'https'], 'https://help.example.com')
  if (applicationUrl === null) return fallback
  if (
    applicationUrl.pathname !== '/' ||
    applicationUrl.search !== '' ||
    applicationUrl.hash !== '' ||
    applicationUrl.username !== '' ||
    applicationUrl.password !== ''
  ) {
    environment.reject('APP_URL', 'has more than an origin.', accepted)
  }
  return applicationUrl
}

/** TRUST_PROXY as ranges in CIDR notation. */
export function readTrustProxy(environment: EnvReader): string[] {
  const proxyRanges: string[] = []
  for (const listItem of environment.list('TRUST_PROXY')) {
    if (listItem === 'loopback') proxyRanges.push(...LOOPBACK_RANGES)
    else if (ipaddr.isValid(listItem))
      proxyRanges.push(`${listItem}/${ipaddr.parse(listItem).kind() === 'ipv4' ? 32 : 128}`)
    else if (ipaddr.isValidCIDR(listItem)) proxyRanges.push(listItem)
    else if (listItem !== 'none') {
      environment.reject(
        'TRUST_PROXY',
        `"${listItem}" is not an address.`,
        'addresses and ranges like 10.0.0.0/8, loopback, or none.',
      )
    }
  }
  return proxyRanges
}

/** DNS_SERVERS: addresses, each with a port where it is not 53; IPv6 addresses in brackets when a port follows. */
export function readDnsServers(environment: EnvReader): string[] {
  const dnsServers = environment.list('DNS_SERVERS')
  for (const dnsServer of dnsServers) {
    const [, host = '', port] = ipaddr.isValid(dnsServer)
      ? [null, dnsServer]
      : (/^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(dnsServer) ?? [])
    const isAddress = ipaddr.isValid(host.replace(/^\[|\]$/g, ''))
    if (!isAddress || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
      environment.reject(
        'DNS_SERVERS',
        `"${dnsServer}" is not the address of a server.`,
        'addresses like 9.9.9.9 or 10.0.0.2:5353.',
      )
    }
  }
  return dnsServers
}

/** OUTBOUND_ALLOW_HOSTS, lower-case: `host` or `host:port`; IPv6 addresses in brackets when a port follows. */
export function readAllowHosts(environment: EnvReader): string[] {
  return environment.list('OUTBOUND_ALLOW_HOSTS').map((listItem) => {
    const isBareAddress = ipaddr.isValid(listItem)
    const [, host = '', port] = isBareAddress
      ? [null, listItem]
      : (/^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(listItem) ?? [])
    const bareName = host.replace(/^\[|\]$/g, '')
    const isAddress = ipaddr.isValid(bareName) || HOST_NAME.test(bareName)
    if (!isAddress || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
      environment.reject(
        'OUTBOUND_ALLOW_HOSTS',
        `"${listItem}" is not a host.`,
        'host or host:port, without scheme and path.',
      )
    }
    return listItem.toLowerCase()
  })
}

/**
 * CHROMIUM_PATH; without it the browser of the system. As root the sandbox of Chromium does not start, so that a public
 * instance uses one only when it is named.
 */
export function readChromiumPath(
  env: EnvReader,
  environment: NodeJS.ProcessEnv,
  { local }: { local: boolean },
): string | null {
  const chromiumPath = env.text('CHROMIUM_PATH')
  if (chromiumPath === 'off') return null
  if (chromiumPath !== null) return env.program('CHROMIUM_PATH')
  return local || process.getuid?.() !== 0 ? findChromium(environment) : null
}
