/** The site's pages for search engines (sitemaps.org). @param paths each beginning with a slash */
export function sitemapXml(appUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${appUrl}${path}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`
}

/** Paths for search engines: all public pages. */
export const robotsText = (appUrl: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\nSitemap: ${appUrl}/sitemap.xml\n`
