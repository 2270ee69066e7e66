// A workspace's own domain: proved by a record that a real name server answers, then served like a site of its own.
import { test as base, expect, FAQS, questions } from '../support/content/shop.ts'
import { type DnsFixture, dnsFixture } from '../support/network/dns-fixture.ts'
import { call, newTenant, restOf, send } from '../support/network/http-client.ts'
import { onHost } from '../support/network/on-host.ts'

const test = base.extend<object, DnsFixture>(dnsFixture)

interface Domain {
  custom_domain: string
  custom_domain_status: string
  record: { name: string; value: string }
}

let domains = 0

test('a domain is verified, serves the page only, and can be removed', async ({ page, app, dns }) => {
  domains += 1
  const tenant = await newTenant(app)
  const items = FAQS.map((faq) => ({ ...faq, status: 'published' }))
  await restOf(app, tenant)('/faqs/import', { body: { items } })
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const domain = async (verb: string, input: object = {}) =>
    (await call(app, `domains/${verb}`, input, headers)).output as unknown as Domain
  const { port } = new URL(app.url)
  const host = `help-${process.pid}-${domains}.localhost`
  const at = `http://${host}:${port}`
  const get = (path: string) => onHost(host, port, path)
  const ask = async () => (await send(`${app.url}/api/domains/ask?domain=${host}`)).status

  const { record, custom_domain_status } = await domain('set', { custom_domain: host })
  expect(custom_domain_status).toBe('pending')
  expect(await ask()).toBe(404)
  expect((await domain('verify')).custom_domain_status).toBe('pending')
  expect((await page.goto(`${at}/faq/${tenant.subdomain}`))?.status(), 'nobody has this host yet').toBe(200)

  dns.set(record.name, record.value)
  expect((await domain('verify')).custom_domain_status).toBe('verified')
  await expect.poll(ask).toBe(200)
  const root = await page.goto(at)
  expect(root?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions')
  await expect(questions(page)).toHaveCount(FAQS.length)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', at)

  await page.getByRole('searchbox').fill('How long does delivery take?')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Parcels arrive within three days.')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await questions(page).nth(1).click()
  await page.locator('details[open]').getByRole('link', { name: 'Link to this answer' }).click()
  await expect(page).toHaveURL(`${at}/which-wool-do-you-use`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which wool do you use?')
  await page.getByRole('link', { name: 'All questions' }).click()
  await expect(page).toHaveURL(`${at}/`)
  await expect(page.getByText('Powered by Answerloom')).toHaveAttribute('href', `${app.url}/`)

  expect((await get('/sitemap.xml')).text.match(/<loc>/g)).toHaveLength(FAQS.length + 1)
  expect((await get('/robots.txt')).text).toContain(`Sitemap: ${at}/sitemap.xml`)
  expect((await get('/header-presets/weave.svg')).status).toBe(200)
  for (const path of ['/dashboard', '/auth', `/faq/${tenant.subdomain}`, '/api/rpc/accounts/me', '/no-such-answer'])
    expect((await get(path)).status, path).toBe(404)
  const search = { name: 'search', arguments: { query: 'How long does delivery take?' } }
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: search }
  const assistant = await onHost(host, port, '/mcp', asked)
  expect(assistant, 'its MCP server is on the domain').toMatchObject({
    status: 200,
    text: expect.stringContaining('How long does delivery take?'),
  })
  expect((await get('/llms.txt')).text).toContain(`(${at}/mcp)`)
  expect((await get('/mcp')).status, 'not a page').toBe(404)
  const own = await send(`${app.url}/faq/${tenant.subdomain}`)
  expect(own.body, 'the page on our host names the domain as the one to know it by').toContain(
    `<link rel="canonical" href="${at}">`,
  )

  const other = await newTenant(app)
  const taken = await send(`${app.url}/api/rpc/domains/set`, {
    body: { json: { custom_domain: host } },
    headers: { cookie: other.cookie, 'x-workspace-id': other.workspaceId },
  })
  expect(taken).toMatchObject({ status: 409, body: { json: { data: { code: 'domain.taken' } } } })

  await domain('remove')
  await expect.poll(ask).toBe(404)
  await expect.poll(async () => (await get('/which-wool-do-you-use')).status).toBe(404)
  expect((await send(`${app.url}/faq/${tenant.subdomain}`)).body).toContain(
    `<link rel="canonical" href="${app.url}/faq/${tenant.subdomain}">`,
  )
})

test('no certificates are requested for unknown hosts', async ({ app }) => {
  for (const domain of ['', 'nobody.example', 'a b', '../..', 'x'.repeat(500)])
    expect((await send(`${app.url}/api/domains/ask?domain=${encodeURIComponent(domain)}`)).status, domain).toBe(404)
})
