const MAX_LENGTH = 2000

/** Blanks and control characters: a URL parser would drop or encode them, and the address would mean another place. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cf}]/u
const IPV6_HOST = /^\[[0-9a-f:.]+\]$/

function isHost(hostName: string, schemeGiven: boolean): boolean {
  if (IPV6_HOST.test(hostName)) return true
  const hostLabels = hostName.split('.')
  if (hostLabels.some((hostLabel) => hostLabel.length === 0 || hostLabel.length > 63)) return false
  return hostLabels.length > 1 || hostName === 'localhost' || schemeGiven
}

/**
 * A website's address as it is stored: `https://` where no scheme was typed, the host in lower case (international
 * names in their ASCII form), without fragment and without the slash of a bare host. Null when it is not the http or
 * https address of a website, or carries credentials. A host of one word needs its scheme (`http://intranet`), so
 * that `hello` is no website. Whether the address may be fetched is decided where it is fetched.
 */
export function normalizeWebsiteUrl(typedAddress: string): string | null {
  const trimmedAddress = typedAddress.trim()
  if (!trimmedAddress || trimmedAddress.length > MAX_LENGTH || UNPRINTABLE.test(trimmedAddress)) return null
  const schemeGiven = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmedAddress)
  if (schemeGiven && !/^https?:\/\//i.test(trimmedAddress)) return null
  try {
    const websiteUrl = new URL(schemeGiven ? trimmedAddress : `https://${trimmedAddress.replace(/^\/\//, '')}`)
    if (websiteUrl.username || websiteUrl.password) return null
    if (websiteUrl.hostname.endsWith('.')) websiteUrl.hostname = websiteUrl.hostname.slice(0, -1)
    if (!isHost(websiteUrl.hostname, schemeGiven)) return null
    websiteUrl.hash = ''
    return websiteUrl.pathname === '/' && !websiteUrl.search ? websiteUrl.href.replace(/\/$/, '') : websiteUrl.href
  } catch {
    return null
  }
}
