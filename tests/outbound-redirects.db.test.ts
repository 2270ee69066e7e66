// Server-side request forgery through redirects: an allowed address redirects to a forbidden one, for every request
// that follows redirects. A server in place of the internal network records what reaches it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { sealCredentials } from '../src/features/integrations/server/credentials.ts'
import { crawlWebsiteJob } from '../src/features/knowledge/server/crawl-website.job.ts'
import { newId } from '../src/kernel/ids.ts'
import { createTestApp, ENTERED_TOKEN, type TestApp } from './support/app/test-app.ts'
import { knowledgeTenant } from './support/content/knowledge-tenant.ts'
import { atEnd } from './support/database/database.ts'
import { PRIVATE_ADDRESSES } from './support/network/private-addresses.ts'
import { sitePage, startWebSite, type WebSite } from './support/websites/web-site.ts'

const BLOCKED = 'This address cannot be reached from here: only public websites can.'
const temporaryRedirect = (to: string) => ({ status: 302, headers: { location: to } })
/** Kinds of redirects. */
const REDIRECTS: Record<string, (to: string) => { status: number; headers: Record<string, string> }> = {
  temporarily: temporaryRedirect,
  permanently: (to) => ({ status: 308, headers: { location: to } }),
  'without its scheme': (to) => ({ status: 302, headers: { location: to.replace(/^http:/, '') } }),
}

let inside: WebSite
let outside: WebSite
let app: TestApp
let tenant: Awaited<ReturnType<typeof knowledgeTenant>>

beforeAll(async () => {
  inside = await startWebSite({ '/': sitePage({ title: 'Inside', text: 'Nobody outside may read this.' }) })
  outside = await startWebSite({})
  for (const site of [inside, outside]) atEnd(() => site.close())
  app = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: outside.host }, { work: true })
  tenant = await knowledgeTenant(app)
})
const preview = async (at: string) => {
  const { status, body } = await tenant.rpc('websites/preview', { url: outside.url + at })
  return { status, ...(body as { json: { problem: string | null; pages: number } }).json }
}

describe('a website that redirects to an internal address at its start is refused', () => {
  it.each(PRIVATE_ADDRESSES)('to %s', async (to) => {
    // A header can contain only Latin-1; the client that follows it decodes it again.
    const sent = to.replace(/[^\0-\x7f]+/g, encodeURIComponent)
    outside.pages.set('/lead', temporaryRedirect(sent))
    expect(await preview('/lead')).toMatchObject({ status: 200, pages: 0, problem: expect.any(String) })
  })

  it.each(Object.entries(REDIRECTS))('%s', async (_, lead) => {
    outside.pages.set('/lead', lead(`${inside.url}/`))
    expect(await preview('/lead')).toMatchObject({ status: 200, pages: 0, problem: expect.any(String) })
    expect(inside.asked).toEqual([])
  })

  it('by its robots.txt, its sitemap, or a nested sitemap', async () => {
    const page = sitePage({ title: 'Start', text: 'Enough words stand here to be read as a page.' })
    outside.pages.set('/', page)
    outside.pages.set('/robots.txt', { status: 302, headers: { location: `${inside.url}/robots.txt` } })
    await preview('/')
    outside.pages.set('/robots.txt', `Sitemap: ${inside.url}/map.xml\nSitemap: ${outside.url}/maps.xml`)
    outside.pages.set('/maps.xml', `<sitemapindex><sitemap><loc>${inside.url}/one.xml</loc></sitemap></sitemapindex>`)
    expect(await preview('/')).toMatchObject({ status: 200, problem: null })
    outside.pages.delete('/robots.txt')
    outside.pages.set('/sitemap.xml', { status: 301, headers: { location: `${inside.url}/map.xml` } })
    expect(await preview('/')).toMatchObject({ status: 200, problem: null })
    expect(inside.asked).toEqual([])
  })
})

describe('a website that redirects to an internal address later', () => {
  it('is not followed by a crawl, and its earlier content is kept', async () => {
    outside.pages.set('/', sitePage({ title: 'Start', text: 'The heddle is threaded before the reed.', links: ['/a'] }))
    outside.pages.set('/a', sitePage({ title: 'A', text: 'The shuttle is thrown from hand to hand.' }))
    outside.pages.delete('/sitemap.xml')
    const { id, run } = await tenant.read(outside.url)
    expect(run).toMatchObject({ state: 'completed', failed: 0 })
    outside.pages.set('/', { status: 302, headers: { location: `${inside.url}/` } })
    expect(await tenant.again(id, 2)).toMatchObject({ state: 'failed', removed: 0 })
    expect(inside.asked).toEqual([])
    expect(await tenant.search('heddle threaded')).not.toEqual([])
    await tenant.call('websites/delete', { id })
  })

  it('is not requested when the operator no longer allows its host', async () => {
    outside.pages.set('/', sitePage({ title: 'Start', text: 'The heddle is threaded before the reed.' }))
    const { id, run } = await tenant.read(outside.url)
    expect(run).toMatchObject({ state: 'completed' })
    const stricter = await createTestApp({ BILLING: 'off' }, { db: app.core.db })
    const before = outside.asked.length
    const { workspaceId } = tenant.owner
    await app.core.db.pool.query(
      "insert into website_runs (workspace_id, id, website_id, state) values ($1, $2, $3, 'queued')",
      [workspaceId, newId(), id],
    )
    await crawlWebsiteJob(stricter.core.knowledge.services).handler(
      { workspace_id: workspaceId },
      {
        signal: new AbortController().signal,
        attempt: 1,
        final: true,
        jobId: 'x',
      },
    )
    expect(await tenant.ended(id, 2)).toMatchObject({ state: 'failed', reason: BLOCKED })
    expect(outside.asked).toHaveLength(before)
  })
})

describe('a connected service that redirects to an internal address', () => {
  it.each(['notion', 'google-drive'])('is not followed for %s, and its token is sent nowhere else', async (type) => {
    const asked: string[] = []
    const service = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(302, { location: `${inside.url}/` }).end()
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    atEnd(() => new Promise((resolve) => service.close(() => resolve())))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const google = { GOOGLE_API_URL: url, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    const app = await createTestApp({ BILLING: 'off', NOTION_API_URL: url, ...google })
    const { workspaceId, cookie } = await app.tenant('Woven')
    const id = newId()
    const credentials = { accessToken: ENTERED_TOKEN, refreshToken: null, expiresAt: null }
    const sealed = sealCredentials(app.core.integrations.services, { workspaceId, id }, credentials)
    await app.rows(`delete from integrations where workspace_id = '${workspaceId}'`)
    await app.rows(
      `insert into integrations (workspace_id, id, type, credentials)
       values ('${workspaceId}', '${id}', '${type}', '${sealed}')`,
    )
    const browsed = await app.rpc('integrations/browse', { id }, { cookie, workspaceId })
    expect(browsed.status).toBe(503)
    expect(asked.length, 'the service was asked').toBeGreaterThan(0)
    expect(inside.asked).toEqual([])
  })
})
