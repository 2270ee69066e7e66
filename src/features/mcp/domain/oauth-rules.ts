/** Permissions that an assistant can be given: those of API keys. */
export type Scope = 'read' | 'write'

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '[::1]', 'localhost'])
/** Schemes of editors that open their own links; others need a dot, as names of domains have it (RFC 8252, 7.1). */
const EDITOR_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])

const isLoopback = ({ protocol, hostname }: URL) => protocol === 'http:' && LOOPBACK_HOSTS.has(hostname)

/** Returns true for addresses that a code may be sent to: over HTTPS, on the person's own machine, or to an app's link. */
export function isRedirectUri(redirectUri: string): boolean {
  const parsedUrl = URL.parse(redirectUri)
  if (!parsedUrl || parsedUrl.hash || parsedUrl.username || parsedUrl.password) return false
  if (parsedUrl.protocol === 'https:' || isLoopback(parsedUrl)) return true
  return EDITOR_SCHEMES.has(parsedUrl.protocol) || /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(parsedUrl.protocol)
}

/** Returns true when the client has registered this address. On the person's own machine any port does (RFC 8252, 7.3). */
export function isRegisteredRedirect(redirectUri: string, registeredUris: readonly string[]): boolean {
  const parsedUrl = URL.parse(redirectUri)
  if (!parsedUrl || !isRedirectUri(redirectUri)) return false
  return registeredUris.some((registeredUri) => {
    if (registeredUri === redirectUri) return true
    const registeredUrl = URL.parse(registeredUri)
    if (!registeredUrl || !isLoopback(registeredUrl) || !isLoopback(parsedUrl)) return false
    return (
      registeredUrl.hostname === parsedUrl.hostname &&
      registeredUrl.pathname === parsedUrl.pathname &&
      registeredUrl.search === parsedUrl.search
    )
  })
}

/** The permission that is asked for; a client that names none may write, if the person lets it. */
export const requestedScope = (scopeParameter: string | undefined): Scope =>
  scopeParameter === undefined || scopeParameter.trim() === '' || scopeParameter.split(' ').includes('write')
    ? 'write'
    : 'read'

/** The address with these parameters added. */
export function withParameters(baseUri: string, parameters: Record<string, string | undefined>): string {
  const extendedUrl = new URL(baseUri)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) extendedUrl.searchParams.set(name, value)
  return extendedUrl.href
}
