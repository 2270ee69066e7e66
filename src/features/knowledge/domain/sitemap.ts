export interface Sitemap {
  /** Further sitemaps, of an index. */
  sitemaps: string[]
  pages: string[]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The same page in another language, and where it is. */
const ALTERNATE_LINK = /<xhtml:link\s[^<>]*>/gi
const HREF_ATTRIBUTE = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/**
 * Returns the contents of all elements with a name, in order. A single pass in linear time: a sitemap is untrusted and
 * may contain many unclosed elements.
 */
function* elementContents(sitemapXml: string, elementName: string): Generator<string> {
  const startTags = new RegExp(`<${elementName}(?:\\s[^<>]*)?>`, 'gi')
  const endTags = new RegExp(`</${elementName}\\s*>`, 'gi')
  for (let startTag = startTags.exec(sitemapXml); startTag; startTag = startTags.exec(sitemapXml)) {
    endTags.lastIndex = startTags.lastIndex
    const endTag = endTags.exec(sitemapXml)
    if (!endTag) return
    yield sitemapXml.slice(startTags.lastIndex, endTag.index)
    startTags.lastIndex = endTags.lastIndex
  }
}

const decodeEntities = (encodedText: string): string =>
  encodedText
    .replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/, '$1')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (entity, entityName: string) => {
      if (!entityName.startsWith('#')) return ENTITIES[entityName.toLowerCase()] ?? entity
      const codePoint =
        entityName[1]?.toLowerCase() === 'x' ? Number.parseInt(entityName.slice(2), 16) : Number(entityName.slice(1))
      return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : entity
    })
    .trim()

/** The addresses in a sitemap, an index of sitemaps, or a list of lines. At most `maxPerList` of each. */
export function readSitemap(sitemapXml: string, maxPerList: number): Sitemap {
  const sitemap: Sitemap = { sitemaps: [], pages: [] }
  if (!/<(urlset|sitemapindex)[\s>]/i.test(sitemapXml)) {
    if (!/^\s*</.test(sitemapXml))
      sitemap.pages = sitemapXml
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /^https?:/i.test(line))
        .slice(0, maxPerList)
    return sitemap
  }
  for (const [name, list] of [
    ['sitemap', sitemap.sitemaps],
    ['url', sitemap.pages],
  ] as const)
    for (const entryXml of elementContents(sitemapXml, name)) {
      const [address = ''] = elementContents(entryXml, 'loc')
      const alternateUrls = [...entryXml.matchAll(ALTERNATE_LINK)].map(
        ([link]) => HREF_ATTRIBUTE.exec(link)?.slice(1).join('') ?? '',
      )
      for (const entryUrl of [address, ...alternateUrls].map(decodeEntities))
        if (entryUrl !== '' && list.length < maxPerList) list.push(entryUrl)
      if (list.length >= maxPerList) break
    }
  return sitemap
}
