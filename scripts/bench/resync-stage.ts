// A website is read, and read again unchanged: with validators, so that it answers 304, and without, so that it sends
// each page again. The ratio is to the first read.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { prose } from '../../tests/support/content/random-prose.ts'
import { type SitePage, sitePage, startWebSite } from '../../tests/support/websites/web-site.ts'
import { untilQuiet } from './settle.ts'
import { sourcesClient } from './sources-client.ts'
import type { Stage } from './stage.ts'

const PAGES = 1_000
const WORDS_A_PAGE = 600

/** Pages by path: those of the folder, or generated ones. */
function pagesOf(folder: string | undefined): Map<string, Buffer> {
  if (folder === undefined)
    return new Map(
      Array.from({ length: PAGES }, (_, index) => [
        `/page-${index}.html`,
        Buffer.from(sitePage({ title: `Page ${index}`, text: prose(WORDS_A_PAGE, index + 1) })),
      ]),
    )
  const names = globSync('**/*.html', { cwd: folder }).sort()
  return new Map(names.map((name) => [`/${name}`, readFileSync(path.join(folder, name))]))
}

function answer(body: Buffer, hasValidators: boolean): SitePage {
  if (!hasValidators) return { body }
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  return ({ headers }) =>
    headers['if-none-match'] === etag ? { status: 304, headers: { etag } } : { body, headers: { etag } }
}

function siteOf(port: number, pages: ReadonlyMap<string, Buffer>, hasValidators: boolean) {
  const paths = [...pages.keys()]
  return startWebSite(
    {
      '/': sitePage({ title: 'Start', text: prose(WORDS_A_PAGE, 0) }),
      '/sitemap.xml': `<urlset>${paths.map((at) => `<url><loc>{url}${at}</loc></url>`).join('')}</urlset>`,
      ...Object.fromEntries([...pages].map(([at, body]) => [at, answer(body, hasValidators)])),
    },
    port,
  )
}

export const resyncStage: Stage = {
  name: 'resync',
  says: 'reading an unchanged website again',
  async run(app, report) {
    const pages = pagesOf(app.siteFolder)
    for (const [index, hasValidators] of [true, false].entries()) {
      const workspace = await app.createWorkspace(`Bench resync ${index}`)
      const { readWebsite, readAgain } = sourcesClient(app, workspace)
      const site = await siteOf(app.sitePorts[index] ?? 0, pages, hasValidators)
      const what = `${(pages.size + 1).toLocaleString('en')} pages ${hasValidators ? 'with' : 'without'} validators`
      try {
        await untilQuiet(app.url)
        const first = await readWebsite(site.url)
        report({ what: `${what}, first read, s`, figure: first.seconds })
        await untilQuiet(app.url)
        const again = await readAgain(site.url)
        report({ what: 'again, s', figure: again.seconds })
        report({ what: 'again, share of the first read', figure: again.seconds / first.seconds })
      } finally {
        await site.close()
      }
    }
  },
}
