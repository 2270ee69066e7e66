// The page of a document, its Markdown and its cache, without a database.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DOMAIN, startVisitorServer, type VisitorServer } from '../../../../tests/support/browser/visitor-server.ts'
import type { SourcePage } from '../../knowledge/contract.ts'

const MANUAL: SourcePage = {
  id: '01890000-0000-7000-8000-000000000001',
  slug: 'loom-manual-00000001',
  title: 'loom-manual.pdf',
  passages: [
    { position: 0, content: 'Oil the *beam* twice a year.', headingPath: ['Care'], place: 'page 1', images: [] },
    { position: 1, content: '- Dust it\n- Cover it', headingPath: ['Care', 'Every day'], place: 'page 1', images: [] },
    { position: 2, content: 'Ask us.', headingPath: ['Repairs', 'Every day'], place: 'page 2', images: [] },
  ],
  markdown: 'Oil the *beam* twice a year.',
  url: null,
  original: null,
  isListed: false,
}
const PATH = '/faq/acme/sources/loom-manual-00000001'

let site: VisitorServer

beforeEach(async () => {
  site = await startVisitorServer()
  site.sources = [MANUAL]
})

afterEach(() => site.stop())

it('a document is a page with headings, marks and anchors, cached until its workspace changes', async () => {
  const { status, headers, text } = await site.get(PATH)
  expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
    200,
    'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=86400',
    'noindex',
  ])
  expect(text).toContain('<title>loom-manual.pdf · Woven Goods</title>')
  expect(text).toContain(`<link rel="canonical" href="https://help.example.test${PATH}">`)
  expect(text).toContain(`<link rel="alternate" type="text/markdown" href="https://help.example.test${PATH}.md">`)
  expect(text).not.toContain('<script')
  const parts = [
    ['s-0', ['h-care'], '1'],
    ['s-1', ['h-every-day'], undefined],
    ['s-2', ['h-repairs', 'h-every-day--2'], '2'],
  ]
  const view = JSON.parse(/<main>(.*)<\/main>/.exec(text)![1]!.replaceAll('&quot;', '"')) as {
    source: { parts: { id: string; headings: { id: string }[]; mark: { number: string } | null }[]; contents: object[] }
  }
  expect(
    view.source.parts.map(({ id, headings, mark }) => [id, headings.map((heading) => heading.id), mark?.number]),
  ).toEqual(parts)
  expect(view.source.contents).toHaveLength(4)
  const again = await site.get(PATH, { 'if-none-match': String(headers.etag) })
  expect([again.status, site.fast, site.sourceLoads]).toEqual([304, 1, 1])
  site.sources = []
  site.pages.drop(site.page.workspace.id)
  expect((await site.get(PATH)).status).toBe(404)
})

it('a heading above all passages is the title of the page', async () => {
  const passages = MANUAL.passages.map((passage) => ({ ...passage, headingPath: ['The loom', ...passage.headingPath] }))
  site.sources = [{ ...MANUAL, passages }]
  expect((await site.get(PATH)).text).toContain('<title>The loom · Woven Goods</title>')
})

it('the Markdown version has the same text and names the page', async () => {
  const { status, headers, text } = await site.get(`${PATH}.md`)
  expect([status, headers['content-type'], headers.link, headers['x-robots-tag']]).toEqual([
    200,
    'text/markdown; charset=utf-8',
    `<https://help.example.test${PATH}>; rel="canonical"`,
    'noindex',
  ])
  expect(text).toBe('# loom-manual.pdf\n\nOil the *beam* twice a year.\n')
})

it('search engines index the pages that the owner lists', async () => {
  const listed = { slug: MANUAL.slug, title: 'The [loom]' }
  expect((await site.get('/faq/acme/sitemap.xml')).text).not.toContain('/sources/')
  expect((await site.get('/faq/acme/llms.txt')).text).not.toContain('/sources/')
  site.sources = [{ ...MANUAL, isListed: true }]
  site.page = { ...site.page, sources: [listed] }
  site.pages.drop(site.page.workspace.id)
  expect((await site.get('/faq/acme/sitemap.xml')).text).toContain(`<loc>https://help.example.test${PATH}</loc>`)
  expect((await site.get('/faq/acme/llms.txt')).text).toContain(
    `## Sources\n\n- [The \\[loom\\]](https://help.example.test${PATH}.md)`,
  )
  expect((await site.get(PATH)).headers['x-robots-tag']).toBeUndefined()
  site.page = { ...site.page, noindex: true }
  site.pages.drop(site.page.workspace.id)
  expect((await site.get(PATH)).headers['x-robots-tag']).toBe('noindex')
  expect((await site.get('/faq/acme/sitemap.xml')).text).not.toContain('<loc>')
})

it("a source page is on the workspace's own domain", async () => {
  site.page = { ...site.page, domain: DOMAIN }
  const { status, text } = await site.get('/sources/loom-manual-00000001', { host: DOMAIN })
  expect(status).toBe(200)
  expect(text).toContain(`<link rel="canonical" href="https://${DOMAIN}/sources/loom-manual-00000001">`)
})

it('an unknown source is not loaded again, and an impossible path never', async () => {
  for (const path of ['/faq/acme/sources', '/faq/acme/sources/', '/faq/acme/sources/A_b', '/faq/acme/sources/x/y'])
    expect((await site.get(path)).status, path).not.toBe(200)
  expect(site.sourceLoads).toBe(0)
  expect((await site.get('/faq/acme/sources/other')).status).toBe(404)
})

it('images of a document are behind the blocks they belong to', async () => {
  const image = (number: number, at: number) => ({
    ...{ number, at, path: `/files/workspaces/w/sources/a/images/${number}.webp`, alt: `Image ${number}` },
    ...{ width: 40, height: 20 },
  })
  const content = 'Oil it.\n\n- Dust it\n- Cover it\n\nAsk us.'
  const images = [image(1, 0), image(2, content.indexOf('Dust')), image(3, content.length)]
  site.sources = [{ ...MANUAL, passages: [{ position: 0, content, headingPath: [], place: null, images }] }]
  const { text } = await site.get(PATH)
  const view = JSON.parse(/<main>(.*)<\/main>/.exec(text)![1]!.replaceAll('&quot;', '"')) as {
    source: { parts: { blocks: object[]; images: { path: string; after: number }[] }[] }
  }
  const [part] = view.source.parts
  expect(part?.blocks).toHaveLength(3)
  expect(part?.images.map(({ path, after }) => [path, after])).toEqual([
    ['/files/workspaces/w/sources/a/images/1.webp', 0],
    ['/files/workspaces/w/sources/a/images/2.webp', 2],
    ['/files/workspaces/w/sources/a/images/3.webp', 3],
  ])
})
