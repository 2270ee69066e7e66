const parseUrl = (urlText: string) => (URL.canParse(urlText) ? new URL(urlText) : null)

/** An http(s) address in its normal form, or null: `javascript:` and the like never become a link. */
export function webAddress(urlText: string | null | undefined): string | null {
  const parsedUrl = parseUrl(urlText?.trim() ?? '')
  return parsedUrl && (parsedUrl.protocol === 'https:' || parsedUrl.protocol === 'http:') ? parsedUrl.href : null
}

/** Percent-encodes what could end a quoted string in CSS or an attribute, or break out of it. */
const escapeForQuotes = (href: string) =>
  href.replace(
    /["'()<>\\\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

/** The address of a picture: http(s), or a path on this server. Safe inside `url("…")`; null when it is neither. */
export function assetAddress(urlText: string | null | undefined): string | null {
  const trimmedUrl = urlText?.trim() ?? ''
  if (/^\/(?![/\\])/.test(trimmedUrl)) {
    const parsedUrl = parseUrl(`http://local${trimmedUrl}`)
    return parsedUrl ? escapeForQuotes(parsedUrl.href.slice('http://local'.length)) : null
  }
  const webHref = webAddress(trimmedUrl)
  return webHref ? escapeForQuotes(webHref) : null
}

const LINK_PATTERN = /^(?:https?:\/\/|\/(?![/\\]))/i

/** The address of a source or a result where it is one that may become a link: http(s), or a path on this server. */
export const linkAddress = (urlText: string | null): string | null =>
  urlText && LINK_PATTERN.test(urlText) ? urlText : null
