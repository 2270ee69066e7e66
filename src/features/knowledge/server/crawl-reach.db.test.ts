// Whatever a website is called and wherever it leads: nothing inside is asked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knowledgeTenant } from '../../../../tests/support/knowledge-tenant.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { sitePage, startWebSite, type WebSite } from '../../../../tests/support/web-site.ts'

let inside: WebSite
let own: WebSite
let app: TestApp
let tenant: Awaited<ReturnType<typeof knowledgeTenant>>

beforeAll(async () => {
  inside = await startWebSite({ '/': sitePage({ title: 'Inside', text: 'Nobody outside may read this.' }) })
  own = await startWebSite({})
  afterAll(() => Promise.all([inside.close(), own.close()]))
  app = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: own.host }, { work: true })
  tenant = await knowledgeTenant(app)
})

const BLOCKED = 'This address cannot be reached from here: only public websites can.'

describe('a website that is no public one is not asked', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://example.com:22/',
  ])('%s', async (url) => {
    const { id, run } = await tenant.read(url)
    expect(run).toMatchObject({ state: 'failed', reason: BLOCKED })
    await tenant.call('websites/delete', { id })
  })

  it('by its port on this machine', async () => {
    expect((await tenant.read(inside.url)).run).toMatchObject({ state: 'failed', reason: BLOCKED })
    expect(inside.asked).toEqual([])
  })
})

describe('a website that leads inside', () => {
  it('by a link, a redirect, a canonical address or a sitemap', async () => {
    const links = ['/inside', '/proper', '/refresh', `${inside.url}/`, 'http://169.254.169.254/latest/']
    own.pages.set('/', sitePage({ title: 'Start', text: 'A page with words about doors, and nothing else.', links }))
    own.pages.set('/inside', { status: 302, headers: { location: `${inside.url}/` } })
    own.pages.set('/proper', sitePage({ title: 'P', text: 'x', head: `<link rel="canonical" href="${inside.url}/">` }))
    own.pages.set('/refresh', `<meta http-equiv="refresh" content="0;url=${inside.url}/">`)
    own.pages.set('/robots.txt', `User-agent: *\nSitemap: ${inside.url}/map.xml`)
    const { id, run } = await tenant.read(own.url)
    expect(run).toMatchObject({ state: 'completed', failed: 0 })
    const ledger = [...(await tenant.pages(id)).values()].map(({ url, state, reason }) => [url, state, reason]).sort()
    expect(ledger).toEqual([
      [`${own.url}/`, 'ready', null],
      [`${own.url}/inside`, 'skipped', `It leads to another website, ${inside.host}.`],
      [`${own.url}/proper`, 'skipped', `It names ${inside.url}/ as its proper address.`],
      [`${own.url}/refresh`, 'skipped', `It leads to another website, ${inside.host}.`],
    ])
    expect(inside.asked).toEqual([])
  })
})
