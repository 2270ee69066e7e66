import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { LandingView, LandingViewer } from '../contract.ts'
import { createMarketingPages, type MarketingPagesDeps } from './index.ts'

const CSS = 'h1{color:red}'
const demo = { subdomain: 'demo', name: 'Loamlark' }

function pages(o: Partial<MarketingPagesDeps> = {}) {
  const seen: LandingView[] = []
  const assets = {
    css: CSS,
    render: (view: LandingView) => {
      seen.push(view)
      return `<h1>${JSON.stringify(view.viewer)}</h1>${'text '.repeat(200)}`
    },
  }
  const now = () => new Date('2027-05-01T00:00:00Z')
  const { routes } = createMarketingPages({
    appUrl: 'https://help.example.com',
    assets: () => assets,
    demo: () => demo,
    now,
    ...o,
  })
  const app = new Hono().onError((error, c) => c.text(error.message, 500)).route('/', routes)
  return { seen, get: async (headers: Record<string, string> = {}, at = '/') => app.request(at, { headers }) }
}

describe('the landing page', () => {
  it('is one document, whose policy allows its one style sheet by its hash and nothing inline besides', async () => {
    const response = await pages().get()
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<link rel="canonical" href="https://help.example.com/">')
    expect(html).toContain(`<style>${CSS}</style>`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(CSS).digest('base64')}'`)
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('strict-transport-security')).toBeTruthy()
  })

  it('is rendered once for many, with the year of the day', async () => {
    const { seen, get } = pages()
    await Promise.all([get(), get(), get()])
    await get()
    expect(seen).toEqual([{ viewer: { signed_in: false }, notice: null, demo, checkout: null, links: [], year: 2027 }])
  })

  it('is sent compressed to those who take it, and not again to those who have it', async () => {
    const { get } = pages()
    const plain = await get()
    const zipped = await get({ 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(await plain.text())
    const again = await get({ 'accept-encoding': 'gzip', 'if-none-match': zipped.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding')
  })

  it('is never shared between those who are signed in and those who are not', async () => {
    let viewer: LandingViewer = { signed_in: true, subscribed: 'pro' }
    const { get } = pages({ viewer: () => viewer })
    const mine = await get()
    expect(await mine.text()).toContain('"subscribed":"pro"')
    expect(mine.headers.get('cache-control')).toContain('private')
    expect(mine.headers.get('vary')).toContain('Cookie')
    viewer = { signed_in: false }
    expect(await (await get()).text()).toContain('{"signed_in":false}')
  })

  it('has something to say only to those who were sent with a notice it knows', async () => {
    const { seen, get } = pages()
    for (const name of ['account-deleted', 'toString', '<b>', '']) await get({}, `/?notice=${encodeURIComponent(name)}`)
    expect(seen.map(({ notice }) => notice)).toEqual(['account-deleted', null])
  })

  it('tries again after a failure', async () => {
    let broken = true
    const { get } = pages({
      assets: () => {
        if (broken) throw new Error('The build is missing')
        return { css: CSS, render: () => 'here' }
      },
    })
    expect((await get()).status).toBe(500)
    broken = false
    expect(await (await get()).text()).toContain('here')
  })
})
