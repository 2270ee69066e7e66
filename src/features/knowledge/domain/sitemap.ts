export interface Sitemap {
  /** Further sitemaps, of an index. */
  sitemaps: string[]
  pages: string[]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The same page in another language. */
const ALTERNATE = /<xhtml:link\b[^>]*\bhref\s*=\s*(["'])(.*?)\1[^>]*>/gi

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
  for (const [, kind = '', inner = ''] of text.matchAll(/<(url|sitemap)\s*>([\s\S]*?)<\/\1\s*>/gi)) {
    const address = decoded(/<loc[^>]*>([\s\S]*?)<\/loc\s*>/i.exec(inner)?.[1] ?? '')
    const list = kind.toLowerCase() === 'sitemap' ? found.sitemaps : found.pages
    const others = [...inner.matchAll(ALTERNATE)].map(([, , href = '']) => decoded(href))
    for (const one of [address, ...others]) if (one !== '' && list.length < max) list.push(one)
  }
  return found
}
