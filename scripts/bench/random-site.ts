import { prose } from '../../tests/support/content/random-prose.ts'
import { sitePage, startWebSite } from '../../tests/support/websites/web-site.ts'

const WORDS_A_PAGE = 150

/** A website of so many pages, each a text of its own; all are named by its sitemap. */
export function siteOf(port: number, pages: number) {
  const paths = Array.from({ length: pages - 1 }, (_, index) => `/page-${index}`)
  return startWebSite(
    {
      '/': sitePage({ title: 'Start', text: prose(WORDS_A_PAGE, 1) }),
      '/sitemap.xml': `<urlset>${paths.map((at) => `<url><loc>{url}${at}</loc></url>`).join('')}</urlset>`,
      ...Object.fromEntries(
        paths.map((at, index) => [at, sitePage({ title: `Page ${index}`, text: prose(WORDS_A_PAGE, index + 2) })]),
      ),
    },
    port,
  )
}
