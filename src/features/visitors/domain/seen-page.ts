const PAGE_URL_LENGTH_MAX = 500

const parseWebPage = (pageAddress: string | null | undefined) => {
  const pageUrl = pageAddress && URL.canParse(pageAddress) ? new URL(pageAddress) : null
  return pageUrl && /^https?:$/.test(pageUrl.protocol) ? pageUrl : null
}

/**
 * Returns the page that embeds a frame, without query and fragment; null when it is unknown or contradictory.
 * @param reportedUrl reported by the widget's script
 * @param refererHeader sent by the browser: usually the origin only. When both are present they have to agree.
 */
export function embeddingPage(reportedUrl: string | null, refererHeader: string | undefined): string | null {
  const reportedPage = parseWebPage(reportedUrl)
  const refererPage = parseWebPage(refererHeader)
  if (reportedPage && refererPage && reportedPage.origin !== refererPage.origin) return null
  const knownPage = reportedPage ?? refererPage
  const pageAddress = knownPage && knownPage.origin + knownPage.pathname
  return pageAddress && pageAddress.length <= PAGE_URL_LENGTH_MAX ? pageAddress : null
}
