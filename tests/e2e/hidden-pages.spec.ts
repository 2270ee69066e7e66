// Content that visitors must not see, at every address that shows content: the help page in both layouts, the pages of
// FAQs, categories and sources, their Markdown, llms.txt, the sitemap and the widget's frame.
// `tests/hidden-content.db.test.ts` does the same for the public API and the public MCP server, `hidden-downloads.spec.ts`
// for custom domains, files and what assistants and exports of a workspace read.
import { test as base, expect } from '../support/browser/browser.ts'
import {
  answerOf,
  categoryWord,
  createHiddenContent,
  isFaq,
  questionOf,
  SUBJECTS,
  type Subject,
  slugOf,
  textOf,
  textWord,
  titleWord,
} from '../support/content/hidden-content.ts'
import { call, newTenant, type Reply, restOf, send, type Tenant } from '../support/network/http-client.ts'
import { routesInCode } from '../support/network/server-routes.ts'

interface Address {
  path: string
  /** It repeats the visitor's question, and may quote sources that visitors cannot open. */
  isQuestion?: boolean
  /** Nothing is at this address while the content is hidden. */
  isOwn?: boolean
}

/** Addresses below the page, by the route that serves them. */
const ADDRESSES: Record<string, (tenant: Tenant, subject: Subject, slug: string) => Address[]> = {
  'help-page.routes.ts /faq/:subdomain': (_, subject) => [
    { path: '' },
    { path: '?lang=de' },
    { path: '?page=2' },
    { path: `?category=${categoryWord(subject)}` },
    { path: `?q=${encodeURIComponent(questionOf(subject))}`, isQuestion: true },
    { path: `?q=${encodeURIComponent(questionOf(subject))}&ask=1`, isQuestion: true },
  ],
  'help-page.routes.ts /faq/:subdomain/*': (_, subject, slug) => [
    ...['', '?lang=de', '.md'].map((end) => ({ path: `/${slug}${end}`, isOwn: true })),
    ...['', '?lang=de', '.md'].map((end) => ({ path: `/sources/${slug}${end}`, isOwn: true })),
    { path: `/categories/${categoryWord(subject).toLowerCase()}`, isOwn: true },
    { path: '/sitemap.xml' },
    { path: '/llms.txt' },
  ],
  'widget/widget-frame.routes.ts /widget/frame': ({ workspaceId, subdomain }) =>
    [`subdomain=${subdomain}`, `workspace_id=${workspaceId}`].flatMap((name) => [
      { path: `/widget/frame?${name}&limit=12` },
      { path: `/widget/frame?${name}&mode=launcher&lang=de` },
    ]),
  'widget/widget-frame.routes.ts LAUNCHER_PATH': ({ workspaceId }) => [
    { path: `/widget/launcher.js?workspace_id=${workspaceId}` },
  ],
}

const test = base.extend<{ mine: Tenant }>({ mine: async ({ app }, use) => use(await newTenant(app)) })

const urlOf = (app: { url: string }, { subdomain }: Tenant, path: string) =>
  path.startsWith('/widget/') ? `${app.url}${path}` : `${app.url}/faq/${subdomain}${path}`

test('every address of the pages and the widget has samples here', () => {
  const PREFIX = 'features/visitors/server/'
  const routes = routesInCode().filter(({ name }) => name.startsWith(PREFIX))
  const names = new Set(routes.map(({ name }) => name.slice(PREFIX.length)))
  expect([...names].sort()).toEqual(Object.keys(ADDRESSES).sort())
})

test('no page shows content that is hidden from visitors', async ({ app, mine }) => {
  const other = await newTenant(app, 'Other Goods')
  const published = { question: 'How is a loom cleaned?', answer: 'With a soft brush.', status: 'published' }
  await restOf(app, mine)('/faqs', { body: published })
  const known = await createHiddenContent(app, { mine, other })

  for (const page_layout of ['list', 'collections']) {
    await restOf(app, mine)('/appearance', { method: 'PATCH', body: { page_layout } })
    const found: string[] = []
    for (const subject of SUBJECTS) {
      const slug = known.get(subject)?.slug ?? ''
      for (const [route, addresses] of Object.entries(ADDRESSES))
        for (const { path, isQuestion, isOwn } of addresses(mine, subject, slug)) {
          const reply = await send(urlOf(app, mine, path))
          const name = `${page_layout} ${subject} ${route} ${path}`
          expect(reply.status, name).toBe(isOwn ? 404 : 200)
          const text = textOf(reply)
          const isQuoted = isQuestion && !isFaq(subject) && (subject === 'quoted' || path.includes('ask=1'))
          const hidden = [
            ...(isQuoted ? [] : [textWord(subject)]),
            ...(isQuestion ? [`/${slug}`] : [titleWord(subject)]),
            ...(path.includes(categoryWord(subject)) ? [] : [categoryWord(subject)]),
          ]
          found.push(...hidden.filter((word) => text.includes(word)).map((word) => `${name}: ${word}`))
        }
    }
    expect(found).toEqual([])
  }
})

/** Follows every link of a page, of llms.txt and of the sitemap. @returns the responses by URL */
async function crawl(start: string[], below: string): Promise<Map<string, Reply>> {
  const pages = new Map<string, Reply>()
  const open = [...start]
  for (let url = open.shift(); url !== undefined; url = open.shift()) {
    if (pages.has(url)) continue
    const reply = await send(url)
    pages.set(url, reply)
    const links = textOf(reply).matchAll(/(?:href="|<loc>|\]\()([^"<)\s]+)/g)
    for (const [, link = ''] of links) {
      const { href } = new URL(link.replaceAll('&amp;', '&'), url)
      const at = href.split('#')[0] ?? ''
      if (at.startsWith(below) && !at.endsWith('/mcp')) open.push(at)
    }
  }
  return pages
}

test('a page that search engines may not list says so everywhere, and lists nothing', async ({ app, mine }) => {
  const rest = restOf(app, mine)
  const faq = { question: 'How is a loom cleaned?', answer: 'With a soft brush.', status: 'published' }
  await rest('/faqs', { body: { ...faq, category: 'Care' } })
  const item = { title: 'Loom service', content: 'A loom is serviced once a year.' }
  const [id = ''] = ((await rest('/texts', { body: { items: [item] } })).body as { ids: string[] }).ids
  await rest(`/sources/${id}`, { method: 'PATCH', body: { is_listed: true } })
  await rest('/settings', { method: 'PATCH', body: { search_engine_visible: false } })
  const page = urlOf(app, mine, '')
  await expect.poll(async () => (await send(page)).headers.get('x-robots-tag')).toBe('noindex')

  const pages = await crawl([page, `${page}/llms.txt`], page)
  const paths = [...pages.keys()].map((url) => url.slice(page.length).replace(/-[0-9a-f]{8}\b/, ''))
  expect(paths).toEqual(
    expect.arrayContaining([
      '',
      '/llms.txt',
      '/how-is-a-loom-cleaned',
      '/how-is-a-loom-cleaned.md',
      '/sources/loom-service.md',
    ]),
  )
  const listed = [...pages].filter(
    ([, { status, headers }]) => status !== 200 || headers.get('x-robots-tag') !== 'noindex',
  )
  // Images are shown by other sites beside a link, and name nothing but the workspace.
  expect(listed.map(([url]) => url).filter((url) => !url.endsWith('.png'))).toEqual([])
  expect(textOf(await send(`${page}/sitemap.xml`))).not.toContain('<loc>')
  expect(textOf(await send(`${page}/llms.txt`))).not.toContain('/mcp')
})

test('a deleted workspace is gone at every address, and only listed sites may show the frame', async ({
  app,
  mine,
}) => {
  const faq = { question: questionOf('draft'), answer: answerOf('draft'), category: categoryWord('draft') }
  await restOf(app, mine)('/faqs', { body: { ...faq, status: 'published' } })
  const slug = await slugOf(app, mine, 'draft')
  const headers = { cookie: mine.cookie, 'x-workspace-id': mine.workspaceId }
  await call(app, 'workspaces/allowedOrigins/replace', { origins: ['https://shop.example'] }, headers)
  const frame = `${app.url}/widget/frame?workspace_id=${mine.workspaceId}`
  const ancestors = async () =>
    /frame-ancestors ([^;]+)/.exec((await send(frame)).headers.get('content-security-policy') ?? '')?.[1]
  await expect.poll(ancestors).toMatch(/^'self' https:\/\/shop\.example$/)

  await call(app, 'workspaces/delete', { confirm_name: 'Woven Goods', password: mine.password }, headers)
  for (const [route, addresses] of Object.entries(ADDRESSES))
    for (const { path } of addresses(mine, 'draft', slug)) {
      // The launcher is one file for all workspaces.
      const status = route.endsWith('LAUNCHER_PATH') ? 200 : 404
      const reply = async () => {
        const { status, body } = await send(urlOf(app, mine, path))
        return { status, shows: String(body).includes(textWord('draft')) }
      }
      await expect.poll(reply, path).toEqual({ status, shows: false })
    }
})
