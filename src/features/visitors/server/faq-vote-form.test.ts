import { afterEach, beforeEach, expect, it } from 'vitest'
import { DOMAIN, startVisitorServer, type VisitorServer } from '../../../../tests/support/browser/visitor-server.ts'

let site: VisitorServer
let path: string
let faqId: string
beforeEach(async () => {
  site = await startVisitorServer()
  const faq = site.page.faqs[0]
  faqId = faq?.id ?? ''
  path = `/${faq?.slug}`
})
afterEach(() => site.stop())

const voted = (state: string | null) => `&quot;voted&quot;:${state && `&quot;${state}&quot;`}`

it('counts a vote and redirects to a page that says thanks, whose reload counts nothing', async () => {
  const answer = await site.post(`/faq/acme${path}`, { vote: 'down' })
  expect([answer.status, answer.headers.location]).toEqual([303, `/faq/acme${path}?voted=1`])
  for (let index = 0; index < 2; index += 1) {
    const page = await site.get(answer.headers.location ?? '')
    expect([page.status, page.headers['cache-control'], page.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ])
    expect(page.text).toContain(voted('sent'))
  }
  expect((await site.get(`/faq/acme${path}`)).text, 'the page of others is as before').toContain(voted(null))
  expect(site.votes).toEqual([{ faqId, vote: 'down' }])
})

it('keeps the requested language and the workspace’s own domain', async () => {
  const german = await site.post(`/faq/acme${path}?lang=de`, { vote: 'up' })
  expect(german.headers.location).toBe(`/faq/acme${path}?voted=1&lang=de`)
  const own = await site.post(path, { vote: 'up' }, { host: DOMAIN })
  expect(own.headers.location).toBe(`${path}?voted=1`)
  expect(site.votes).toHaveLength(2)
})

it('counts nothing that is not a vote, or that another site sends', async () => {
  for (const [fields, headers] of [
    [{ vote: 'sideways' }, {}],
    [{}, {}],
    [{ vote: 'down' }, { 'sec-fetch-site': 'cross-site' }],
  ] as [Record<string, string>, Record<string, string>][]) {
    const answer = await site.post(`/faq/acme${path}`, fields, headers)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(voted('failed'))
  }
  for (const missing of ['/faq/acme/no-such-question', `/faq/nobody${path}`, '/faq/acme/sources/a'])
    expect((await site.post(missing, { vote: 'down' })).status).toBe(404)
  expect(site.votes).toEqual([])
})

it('reports a failure and the time to try again', async () => {
  site.full = true
  const full = await site.post(`/faq/acme${path}`, { vote: 'up' })
  expect([full.status, full.headers['retry-after'], full.text.includes(voted('failed'))]).toEqual([429, '30', true])
  site.full = false
  site.broken = true
  const broken = await site.post(`/faq/acme${path}`, { vote: 'up' })
  expect([broken.status, broken.headers['retry-after']]).toEqual([503, undefined])
  expect(site.logged.join()).toContain('the votes are unavailable')
})
