/** Permissions that an assistant can be given: those of API keys. */
export type Scope = 'read' | 'write'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** Schemes of editors that open their own links; others need a dot, as names of domains have it (RFC 8252, 7.1). */
const EDITOR_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK.has(hostname)

/** Returns true for addresses that a code may be sent to: over HTTPS, on the person's own machine, or to an app's link. */
export function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url || url.hash || url.username || url.password) return false
  if (url.protocol === 'https:' || isLoopback(url)) return true
  return EDITOR_SCHEMES.has(url.protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(url.protocol)
}

/** Returns true when the client has registered this address. On the person's own machine any port does (RFC 8252, 7.3). */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  const url = URL.parse(uri)
  if (!url || !isRedirectUri(uri)) return false
  return registered.some((one) => {
    if (one === uri) return true
    const known = URL.parse(one)
    if (!known || !isLoopback(known) || !isLoopback(url)) return false
    return known.hostname === url.hostname && known.pathname === url.pathname && known.search === url.search
  })
}

/** The permission that is asked for; a client that names none may write, if the person lets it. */
export const requestedScope = (scope: string | undefined): Scope =>
  scope === undefined || scope.trim() === '' || scope.split(' ').includes('write') ? 'write' : 'read'

/** The address with these parameters added. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
