// From a website's markup to the offer, with everything running as in the product.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant, soon } from '../../../../tests/support/content/knowledge-tenant.ts'
import { startWebSite, type WebSite } from '../../../../tests/support/websites/web-site.ts'
import type { SuggestedFaq } from '../contract.ts'

let site: WebSite
let app: TestApp
beforeAll(async () => {
  site = await startWebSite({})
  afterAll(() => site.close())
  app = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: site.host }, { work: true })
})

const TEXT = 'We weave carpets and blankets in a small hall beside the river, and send them wherever there is a post.'
const markup = (faqs: Record<string, string>) => {
  const mainEntity = Object.entries(faqs).map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  }))
  const json = JSON.stringify({ '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity })
  return `<!doctype html><html lang="en"><head><title>Help</title><script type="application/ld+json">${json}</script></head>
<body><main><h1>Help</h1><p>${TEXT}</p></main></body></html>`
}

it('structured data is read with its page, updated although the text is unchanged, and removed with the page', async () => {
  const { owner, read, again, pages } = await knowledgeTenant(app)
  const { cookie, workspaceId } = owner
  const offered = async () => {
    const { body } = await app.rpc('suggestions/list', {}, { cookie, workspaceId })
    return (body as { json: { items: SuggestedFaq[] } }).json.items
  }
  const says = (faqs: [string, string][]) =>
    vi.waitFor(async () => {
      const items = await offered()
      expect(items.map(({ question, answer }) => [question, answer])).toEqual(faqs)
      return items
    }, soon)

  site.pages.set(
    '/help',
    markup({ 'Do you ship abroad?': '<p>Yes, to <a href="/no">Norway</a>.</p>', 'Is it wool?': 'Merino.' }),
  )
  site.pages.set('/', '<!doctype html><title>Start</title><main><p>Welcome.</p><a href="/help">Help</a></main>')
  const { id } = await read(site.url)
  const [first] = await says([
    ['Do you ship abroad?', 'Yes, to Norway.'],
    ['Is it wool?', 'Merino.'],
  ])
  const page = (await pages(id)).get(`${site.url}/help`)
  expect(first).toMatchObject({ kind: 'markup', source: { id: page?.id, title: 'Help', url: `${site.url}/help` } })

  site.pages.set('/help', markup({ 'Do you ship abroad?': 'To Peru as well.' }))
  expect(await again(id, 2)).toMatchObject({ changed: 1, unchanged: 1 })
  await says([['Do you ship abroad?', 'To Peru as well.']])

  site.pages.delete('/help')
  await again(id, 3)
  await says([])
}, 120_000)
