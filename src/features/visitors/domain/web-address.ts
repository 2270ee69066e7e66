const parsed = (text: string) => (URL.canParse(text) ? new URL(text) : null)

/** An http(s) address in its normal form, or null: `javascript:` and the like never become a link. */
export function webAddress(text: string | null | undefined): string | null {
  const url = parsed(text?.trim() ?? '')
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

/** Percent-encodes what could end a quoted string in CSS or an attribute, or break out of it. */
const quotable = (href: string) =>
  href.replace(/["'()<>\\\s]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)

/** The address of a picture: http(s), or a path on this server. Safe inside `url("…")`; null when it is neither. */
export function assetAddress(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  if (/^\/(?![/\\])/.test(trimmed)) {
    const url = parsed(`http://local${trimmed}`)
    return url ? quotable(url.href.slice('http://local'.length)) : null
  }
  const href = webAddress(trimmed)
  return href ? quotable(href) : null
}

const LINK = /^(?:https?:\/\/|\/(?![/\\]))/i

/** The address of a source or a result where it is one that may become a link: http(s), or a path on this server. */
export const linkAddress = (text: string | null): string | null => (text && LINK.test(text) ? text : null)
