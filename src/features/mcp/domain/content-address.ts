/** A FAQ or a source by its name in addresses. */
export interface ContentAddress {
  kind: 'faq' | 'source'
  slug: string
}

const SOURCE = /^sources\/([a-z0-9-]+)\.md$/
const FAQ = /^([^/]+)\.md$/

/** Returns the content whose Markdown has this address; null for addresses outside the workspace's page. */
export function readAddress(uri: string, page: string): ContentAddress | null {
  if (!uri.startsWith(`${page}/`)) return null
  const rest = uri.slice(page.length + 1)
  const source = SOURCE.exec(rest)?.[1]
  if (source !== undefined) return { kind: 'source', slug: source }
  const faq = FAQ.exec(rest)?.[1]
  if (faq === undefined) return null
  try {
    return { kind: 'faq', slug: decodeURIComponent(faq) }
  } catch {
    return null
  }
}
