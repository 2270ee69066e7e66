import ipaddr from 'ipaddr.js'
import type { EnvReader } from './env-reader.ts'
import { findChromium } from './find-chromium.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})?(\.[a-z0-9_]([a-z0-9_-]{0,62})?)*\.?$/i
const LOOPBACK_RANGES = ['127.0.0.0/8', '::1/128']

/** Returns true when a host name or address is this machine for certain. Only `localhost` is resolved. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'loopback'
  return name === 'localhost' || name.endsWith('.localhost')
}

/** HOST: an address or a name, without brackets and port. */
export function readHost(env: EnvReader): string {
  const host = (env.text('HOST') ?? '127.0.0.1').replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) || HOST_NAME.test(host)) return host
  env.reject('HOST', `"${host}" is neither an address nor a host name.`, 'e.g. 127.0.0.1, 0.0.0.0, :: or a name.')
  return '127.0.0.1'
}

/** APP_URL: an origin. Without it a loopback HOST gets `http://localhost:PORT`. */
export function readAppUrl(env: EnvReader, host: string, port: number): URL {
  const fallback = new URL(`http://localhost:${port}`)
  const accepted = 'scheme, host and port without a path, e.g. https://help.example.com.'
  if (env.text('APP_URL') === null) {
    if (!isLoopbackHost(host)) env.reject('APP_URL', `is missing; it is required because HOST is ${host}.`, accepted)
    return fallback
  }
  const url = env.url('APP_URL', ['http', 'https'], 'https://help.example.com')
  if (url === null) return fallback
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    env.reject('APP_URL', 'has more than an origin.', accepted)
  }
  return url
}

/** TRUST_PROXY as ranges in CIDR notation. */
export function readTrustProxy(env: EnvReader): string[] {
  const ranges: string[] = []
  for (const item of env.list('TRUST_PROXY')) {
    if (item === 'loopback') ranges.push(...LOOPBACK_RANGES)
    else if (ipaddr.isValid(item)) ranges.push(`${item}/${ipaddr.parse(item).kind() === 'ipv4' ? 32 : 128}`)
    else if (ipaddr.isValidCIDR(item)) ranges.push(item)
    else if (item !== 'none') {
      env.reject(
        'TRUST_PROXY',
        `"${item}" is not an address.`,
        'addresses and ranges like 10.0.0.0/8, loopback, or none.',
      )
    }
  }
  return ranges
}

/** DNS_SERVERS: addresses, each with a port where it is not 53; IPv6 addresses in brackets when a port follows. */
export function readDnsServers(env: EnvReader): string[] {
  const servers = env.list('DNS_SERVERS')
  for (const server of servers) {
    const [, host = '', port] = ipaddr.isValid(server)
      ? [null, server]
      : (/^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(server) ?? [])
    const known = ipaddr.isValid(host.replace(/^\[|\]$/g, ''))
    if (!known || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
      env.reject(
        'DNS_SERVERS',
        `"${server}" is not the address of a server.`,
        'addresses like 9.9.9.9 or 10.0.0.2:5353.',
      )
    }
  }
  return servers
}

/** OUTBOUND_ALLOW_HOSTS, lower-case: `host` or `host:port`; IPv6 addresses in brackets when a port follows. */
export function readAllowHosts(env: EnvReader): string[] {
  return env.list('OUTBOUND_ALLOW_HOSTS').map((item) => {
    const bare = ipaddr.isValid(item)
    const [, host = '', port] = bare ? [null, item] : (/^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(item) ?? [])
    const name = host.replace(/^\[|\]$/g, '')
    const known = ipaddr.isValid(name) || HOST_NAME.test(name)
    if (!known || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) {
      env.reject('OUTBOUND_ALLOW_HOSTS', `"${item}" is not a host.`, 'host or host:port, without scheme and path.')
    }
    return item.toLowerCase()
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
  const named = env.text('CHROMIUM_PATH')
  if (named === 'off') return null
  if (named !== null) return env.program('CHROMIUM_PATH')
  return local || process.getuid?.() !== 0 ? findChromium(environment) : null
}
