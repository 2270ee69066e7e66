export interface Sitemap {
  /** Further sitemaps, of an index. */
  sitemaps: string[]
  pages: string[]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The same page in another language, and where it is. */
const ALTERNATE = /<xhtml:link\s[^<>]*>/gi
const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/**
 * Returns the contents of all elements with a name, in order. A single pass in linear time: a sitemap is untrusted and
 * may contain many unclosed elements.
 */
function* elements(text: string, name: string): Generator<string> {
  const begins = new RegExp(`<${name}(?:\\s[^<>]*)?>`, 'gi')
  const ends = new RegExp(`</${name}\\s*>`, 'gi')
  for (let begin = begins.exec(text); begin; begin = begins.exec(text)) {
    ends.lastIndex = begins.lastIndex
    const end = ends.exec(text)
    if (!end) return
    yield text.slice(begins.lastIndex, end.index)
    begins.lastIndex = ends.lastIndex
  }
}

const decoded = (text: string): string =>
  text
    .replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/, '$1')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (entity, name: string) => {
      if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity
      const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
    })
    .trim()

/** The addresses that a sitemap or an index of sitemaps names; a list of lines is one too. At most `max` of each. */
export function readSitemap(text: string, max: number): Sitemap {
  const found: Sitemap = { sitemaps: [], pages: [] }
  if (!/<(urlset|sitemapindex)[\s>]/i.test(text)) {
    if (!/^\s*</.test(text))
      found.pages = text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /^https?:/i.test(line))
        .slice(0, max)
    return found
  }
  for (const [name, list] of [
    ['sitemap', found.sitemaps],
    ['url', found.pages],
  ] as const)
    for (const inner of elements(text, name)) {
      const [address = ''] = elements(inner, 'loc')
      const others = [...inner.matchAll(ALTERNATE)].map(([link]) => HREF.exec(link)?.slice(1).join('') ?? '')
      for (const one of [address, ...others].map(decoded)) if (one !== '' && list.length < max) list.push(one)
      if (list.length >= max) break
    }
  return found
}
