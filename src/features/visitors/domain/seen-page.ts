const LENGTH_MAX = 500

const webPage = (text: string | null | undefined) => {
  const url = text && URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

/**
 * Returns the page that embeds a frame, without query and fragment; null when it is unknown or contradictory.
 * @param pageUrl reported by the widget's script
 * @param referer sent by the browser: usually the origin only. When both are present they have to agree.
 */
export function seenPage(pageUrl: string | null, referer: string | undefined): string | null {
  const reported = webPage(pageUrl)
  const sent = webPage(referer)
  if (reported && sent && reported.origin !== sent.origin) return null
  const page = reported ?? sent
  const address = page && page.origin + page.pathname
  return address && address.length <= LENGTH_MAX ? address : null
}
