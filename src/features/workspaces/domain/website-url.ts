const MAX_LENGTH = 2000

/** Blanks and control characters: a URL parser would drop or encode them, and the address would mean another place. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cf}]/u
const IPV6 = /^\[[0-9a-f:.]+\]$/

function isHost(host: string, schemeGiven: boolean): boolean {
  if (IPV6.test(host)) return true
  const labels = host.split('.')
  if (labels.some((label) => label.length === 0 || label.length > 63)) return false
  return labels.length > 1 || host === 'localhost' || schemeGiven
}

/**
 * A website's address as it is stored: `https://` where no scheme was typed, the host in lower case (international
 * names in their ASCII form), without fragment and without the slash of a bare host. Null when it is not the http or
 * https address of a website, or carries credentials. A host of one word needs its scheme (`http://intranet`), so
 * that `hello` is no website. Whether the address may be fetched is decided where it is fetched.
 */
export function normalizeWebsiteUrl(input: string): string | null {
  const typed = input.trim()
  if (!typed || typed.length > MAX_LENGTH || UNPRINTABLE.test(typed)) return null
  const schemeGiven = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed)
  if (schemeGiven && !/^https?:\/\//i.test(typed)) return null
  try {
    const url = new URL(schemeGiven ? typed : `https://${typed.replace(/^\/\//, '')}`)
    if (url.username || url.password) return null
    if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
    if (!isHost(url.hostname, schemeGiven)) return null
    url.hash = ''
    return url.pathname === '/' && !url.search ? url.href.replace(/\/$/, '') : url.href
  } catch {
    return null
  }
}
