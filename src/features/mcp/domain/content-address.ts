/** A FAQ or a source by its name in addresses. */
export interface ContentAddress {
  kind: 'faq' | 'source'
  slug: string
}

const SOURCE_PATH = /^sources\/([a-z0-9-]+)\.md$/
const FAQ_PATH = /^([^/]+)\.md$/

/** Returns the content whose Markdown has this address; null for addresses outside the workspace's page. */
export function parseContentAddress(resourceUri: string, pageUrl: string): ContentAddress | null {
  if (!resourceUri.startsWith(`${pageUrl}/`)) return null
  const pagePath = resourceUri.slice(pageUrl.length + 1)
  const sourceSlug = SOURCE_PATH.exec(pagePath)?.[1]
  if (sourceSlug !== undefined) return { kind: 'source', slug: sourceSlug }
  const encodedSlug = FAQ_PATH.exec(pagePath)?.[1]
  if (encodedSlug === undefined) return null
  try {
    return { kind: 'faq', slug: decodeURIComponent(encodedSlug) }
  } catch {
    return null
  }
}
