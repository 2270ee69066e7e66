import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FrameServer, startFrameServer } from '../../../../../tests/support/browser/frame-server.ts'

let site: FrameServer

beforeEach(async () => {
  site = await startFrameServer()
})

afterEach(() => site.stop())

const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${site.url}/widget/frame${query}`, { method, headers: { 'accept-language': 'en', ...headers } })

describe('a frame that every site may embed', () => {
  it('is rendered once and then served from memory, by id and by subdomain', async () => {
    const first = await get('?subdomain=acme')
    const second = await get('?subdomain=acme')
    expect(await second.text()).toBe(await first.text())
    expect([site.loads.length, site.fast]).toEqual([1, 1])
    expect((await get(`?workspace_id=${site.source.workspace.id.toUpperCase()}`)).status).toBe(200)
    expect(first.headers.get('content-security-policy')).toContain('frame-ancestors *;')
    expect(first.headers.has('x-frame-options')).toBe(false)
    expect(first.headers.has('set-cookie')).toBe(false)
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  it('is not sent again to a client that has it, on any site', async () => {
    const first = await get('?subdomain=acme&page_url=https%3A%2F%2Fshop.example%2Fa')
    const etag = first.headers.get('etag') ?? ''
    const again = await get('?subdomain=acme&page_url=https%3A%2F%2Fshop.example%2Fb', { 'if-none-match': etag })
    expect([again.status, await again.text(), site.fast]).toEqual([304, '', 1])
    const head = await get('?subdomain=acme', {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  it('differs by limit, theme, panel and language', async () => {
    const tags = await Promise.all(
      ['', '&limit=3', '&theme=dark', '&mode=launcher', '&lang=de'].map(async (query) =>
        (await get(`?subdomain=acme${query}`)).headers.get('etag'),
      ),
    )
    expect(new Set(tags).size, 'the panel is told by the state alone').toBeGreaterThanOrEqual(4)
    for (const query of ['&limit=99', '&limit=12'])
      expect(await (await get(`?subdomain=acme${query}`)).text()).toContain('"limit":12')
  })

  it('changes with its content', async () => {
    const before = await get('?subdomain=acme')
    site.source = { ...site.source, workspace: { ...site.source.workspace, widget_heading: 'Ask the weavers' } }
    site.frames.drop(site.source.workspace.id)
    const after = await get('?subdomain=acme', { 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after.status).toBe(200)
    expect(await after.text()).toContain('Ask the weavers')
  })
})

describe('a frame for listed sites', () => {
  beforeEach(() => {
    site.source = { ...site.source, allowedOrigins: ['https://shop.example'] }
  })

  it('is the same for every visitor, served from memory, and never cached by browsers', async () => {
    const bodies = new Set<string>()
    for (const encoding of ['gzip', 'identity']) {
      const answer = await get('?subdomain=acme', { 'accept-encoding': encoding })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://shop.example;")
      bodies.add(await answer.text())
    }
    expect([...bodies]).toEqual([expect.stringContaining('"needsToken":true')])
    expect([site.loads.length, site.fast]).toEqual([1, 1])
  })

  it('is displayed on listed sites only', async () => {
    for (const page of ['https://shop.example/a', 'https://evil.example/'])
      await get(`?subdomain=acme&page_url=${encodeURIComponent(page)}`)
    await site.frames.close()
    expect(site.seen).toEqual(['https://shop.example/a'])
  })
})

it('records the page of a widget, with and without the cache, and never its questions', async () => {
  for (const page of [
    'https://shop.example/a?x=1',
    'https://shop.example/b#y',
    'https://shop.example/a?x=2',
    'nonsense',
  ])
    await get(`?subdomain=acme&page_url=${encodeURIComponent(page)}`)
  await get('?subdomain=acme', { referer: 'https://other.example/c?d=e' })
  await get('?subdomain=acme&page_url=https%3A%2F%2Fshop.example%2Fhead', {}, 'HEAD')
  await site.frames.close()
  expect(site.seen).toEqual(['https://shop.example/a', 'https://shop.example/b', 'https://other.example/c'])
})

it('records the page of a launcher before it is opened', async () => {
  const script = (id: string, referer: string) =>
    fetch(`${site.url}/widget/launcher.js?workspace_id=${id}`, { headers: { referer } })
  site.source = { ...site.source, allowedOrigins: ['https://shop.example'] }
  const { id } = site.source.workspace
  await script(id, 'https://shop.example/')
  await script(id, 'https://evil.example/')
  await script('nonsense', 'https://shop.example/')
  await expect
    .poll(async () => {
      await site.frames.close()
      return site.seen
    })
    .toEqual(['https://shop.example/'])
  expect(site.loads).toEqual([id])
})

it('gives the launcher the color of the help page, and a new one when it changes', async () => {
  const script = async () =>
    (await fetch(`${site.url}/widget/launcher.js?workspace_id=${site.source.workspace.id}`)).text()
  expect(await script()).toContain('"color":"#1f2937"')
  site.source = { ...site.source, workspace: { ...site.source.workspace, accent_color: '#0b7285' } }
  site.frames.drop(site.source.workspace.id)
  expect(await script()).toContain('"color":"#0b7285"')
})

it.each(['', '?subdomain=nobody', '?workspace_id=nonsense', '?workspace_id=&subdomain=', '?subdomain=..%2F'])(
  'returns 404 for the frame "%s"',
  async (query) => {
    for (const answer of [await get(query), await get(query)]) {
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('<title>FAQ Page Not Found</title>')
      expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *')
    }
    await site.frames.close()
    expect(site.seen).toEqual([])
    // Invalid workspace keys are not looked up, and missing ones only once.
    expect(site.loads).toEqual(query.includes('nobody') ? ['nobody'] : [])
  },
)

it('returns 404 for similar paths and other methods', async () => {
  expect((await fetch(`${site.url}/widget/frames?subdomain=acme`)).status).toBe(404)
  expect((await get('?subdomain=acme', {}, 'POST')).status).toBe(404)
})
