// The reference of the API at /api/docs: operations are tried on the page, on this server alone.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { newTenant, send, type Tenant } from '../support/network/http-client.ts'

const test = base.extend<{ tenant: Tenant }>({ tenant: async ({ app }, use) => use(await newTenant(app)) })

/** Opens “Try it” of an operation. */
async function open(page: Page, operation: string) {
  const article = page.locator(`article[data-operation="${operation}"]`)
  await article.getByText('Try it', { exact: true }).click()
  const [method = ''] = operation.split(' ')
  return {
    article,
    button: article.getByRole('button', { name: `Send ${method}` }),
    status: article.getByRole('status'),
  }
}

test('operations are tried with a key, which is not stored', async ({ page, tenant }) => {
  await page.goto('/api/docs')
  await page.getByLabel('API key').fill(tenant.key)

  const create = await open(page, 'POST /faqs')
  const body = create.article.getByLabel('Body')
  await expect(body).toHaveValue(/"question": "Do you ship abroad\?"/)
  await body.fill(JSON.stringify({ question: 'Do you mend looms?', answer: 'Yes.', status: 'published' }))
  await create.button.click()
  await expect(create.status).toContainText('201')

  const list = await open(page, 'GET /faqs')
  await list.article.getByLabel('q (optional)').fill('mend')
  await list.button.click()
  await expect(list.status).toContainText('200')
  await expect(list.article.getByLabel('Response')).toContainText('"question": "Do you mend looms?"')

  // Visitors' calls have another address and need no key.
  const search = await open(page, 'GET /public/search')
  await search.article.getByLabel('subdomain (optional)').fill(tenant.subdomain)
  await search.article.getByLabel('q (optional)').fill('mend looms')
  const sent = page.waitForRequest(/\/api\/v1\/public\/search/)
  await search.button.click()
  await expect(search.status).toContainText('200')
  expect(await (await sent).allHeaders()).not.toHaveProperty('authorization')

  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]))
  expect(kept).not.toContain(tenant.key)
  await checkScreen(page, 'the reference of the API', async () => {
    await page.goto('/api/docs')
    await open(page, 'PATCH /faqs/{id}')
    await expect(page.getByLabel('Body')).toBeVisible()
  })
})

test('a file is uploaded from the page', async ({ page, tenant }) => {
  await page.goto('/api/docs')
  await page.getByLabel('API key').fill(tenant.key)
  const upload = await open(page, 'POST /documents')
  const file = { name: 'looms.txt', mimeType: 'text/plain', buffer: Buffer.from('Looms are mended.') }
  await upload.article.getByLabel('file').setInputFiles(file)
  await upload.button.click()
  await expect(upload.status).toContainText('200')
  await expect(upload.article.getByLabel('Response')).toContainText('"title": "looms.txt"')
})

test('the page sends no cookies, and its script is cached permanently and compressed', async ({
  page,
  app,
  tenant,
}) => {
  await page.context().addCookies([{ name: 'other', value: 'kept', url: app.url }])
  await page.goto('/api/docs')
  await page.getByLabel('API key').fill(tenant.key)
  const current = await open(page, 'GET /workspace')
  const sent = page.waitForRequest(/\/api\/v1\/workspace$/)
  await current.button.click()
  expect(await (await sent).allHeaders()).not.toHaveProperty('cookie')

  const { body, headers } = await send(`${app.url}/api/docs`)
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self'; .*connect-src 'self'/)
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(String(body)) ?? []
  const served = await send(app.url + script, { headers: { 'accept-encoding': 'br' } })
  expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(served.headers.get('content-encoding')).toBe('br')
})

test.describe('the page without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('lists every operation, with a link to the document', async ({ page }) => {
    await page.goto('/api/docs')
    await expect(page.getByRole('link', { name: '/api/openapi.json' })).toBeVisible()
    await expect(page.getByText('Create a FAQ', { exact: true })).toBeVisible()
    await expect(page.getByText('Try it', { exact: true })).toHaveCount(0)
  })
})
