// A workspace with five thousand FAQs in two hundred categories: paged, searched as a whole, and no heavier to load.
import { gzipSync } from 'node:zlib'
import { changesOf, shiftsOf, untilAlive, watchLoading } from '../support/browser/page-changes.ts'
import { box, expect, questions, test } from '../support/content/shop.ts'
import { call, newTenant, send } from '../support/network/http-client.ts'

const COUNT = 5_000
const PAGE = 200
const CATEGORIES = 200
const KB = 1_000

const MANY = Array.from({ length: COUNT }, (_, index) => ({
  question: `How is cloth number ${index + 1} woven?`,
  answer: `On loom **${index + 1}**, by hand, from yarn of lot ${(index * 7919) % 10_007}.`,
  category: `Department ${(index % CATEGORIES) + 1}`,
}))

test('five thousand FAQs are paginated, filtered and searched', async ({ page, newShop, app }) => {
  const shop = await newShop(MANY)
  await watchLoading(page)
  await page.goto(shop.path)
  await untilAlive(page)
  await expect(questions(page)).toHaveCount(PAGE)
  expect([await changesOf(page), await shiftsOf(page)]).toEqual([[], []])
  await expect(page.getByText('Page 1 of 25')).toBeVisible()
  const chips = page.getByRole('group', { name: 'Categories' }).getByRole('button')
  expect(await chips.count()).toBeLessThan(CATEGORIES / 2)
  const html = (await send(app.url + shop.path)).body as string
  expect(gzipSync(html, { level: 9 }).byteLength).toBeLessThanOrEqual(30 * KB)

  await page.getByRole('link', { name: 'Next' }).click()
  await expect(questions(page).first()).toHaveText('How is cloth number 201 woven?')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\?page=2$/)
  await page.goto(`${shop.path}?page=99`)
  await expect(page.getByText('Page 25 of 25')).toBeVisible()
  await expect(questions(page).last()).toHaveText(`How is cloth number ${COUNT} woven?`)

  await page.getByRole('button', { name: 'Department 3', exact: true }).click()
  await expect(page).toHaveURL(/category=Department(\+|%20)3/)
  await expect(questions(page)).toHaveCount(COUNT / CATEGORIES)

  await page.goto(shop.path)
  await box(page).fill('cloth number 4321')
  await expect(page.getByRole('link', { name: 'How is cloth number 4321 woven?' })).toBeVisible()
  await page.getByRole('link', { name: 'How is cloth number 4321 woven?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How is cloth number 4321 woven?')
  await expect(page.getByText('On loom 4321')).toBeVisible()

  const sitemap = (await send(`${app.url}${shop.path}/sitemap.xml`)).body as string
  expect(sitemap.match(/<loc>/g)).toHaveLength(COUNT + 1)
  const listed = (await send(`${app.url}${shop.path}/llms.txt`)).body as string
  expect(listed.match(/\.md\)$/gm)).toHaveLength(COUNT)
})

test('a changed subdomain redirects with all its paths, and a deleted workspace is gone under both', async ({
  page,
  app,
}) => {
  const tenant = await newTenant(app)
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const subdomain = `${tenant.subdomain}-renamed`
  expect((await page.goto(`/faq/${subdomain}`))?.status()).toBe(404)
  await call(app, 'workspaces/changeSubdomain', { subdomain }, headers)
  await expect.poll(async () => (await page.goto(`/faq/${tenant.subdomain}?lang=de`))?.status()).toBe(200)
  await expect(page).toHaveURL(`${app.url}/faq/${subdomain}?lang=de`)
  const sitemap = await send(`${app.url}/faq/${tenant.subdomain}/sitemap.xml`)
  expect([sitemap.status, sitemap.headers.get('location')]).toEqual([308, `/faq/${subdomain}/sitemap.xml`])

  await call(app, 'workspaces/delete', { confirm_name: 'Woven Goods', password: tenant.password }, headers)
  for (const gone of [subdomain, tenant.subdomain]) {
    await expect.poll(async () => (await page.goto(`/faq/${gone}`))?.status()).toBe(404)
    await expect(page.getByRole('heading')).toHaveText('FAQ Page Not Found')
  }
})

test('values that cannot be shown are refused with their field', async ({ app }) => {
  const tenant = await newTenant(app)
  const headers = { cookie: tenant.cookie, 'x-workspace-id': tenant.workspaceId }
  const refused = async (procedure: string, input: object) => {
    const { status, body } = await send(`${app.url}/api/rpc/${procedure}`, { body: { json: input }, headers })
    const { json } = body as { json: { data?: { message: string; details?: { fields: { path: string }[] } } } }
    return { status, fields: json.data?.details?.fields.map(({ path }) => path), message: json.data?.message }
  }
  expect(
    await refused('faqs/create', { question: 'Q?', answer: 'A', category: 'x'.repeat(10_000), status: 'published' }),
  ).toEqual({ status: 400, fields: ['category'], message: 'Please keep this to at most 60 characters.' })
  const hostile = {
    widget_border_width: 'abc',
    header_bg_color: 'url(https://evil.example)',
    header_bg_image_url: 'javascript:alert(1)',
    website_url: 'data:text/html,<script>alert(1)</script>',
    social_twitter: 'javascript:alert(1)',
  }
  const answer = await refused('appearance/update', hostile)
  expect(answer.status).toBe(400)
  expect(answer.fields?.sort()).toEqual(Object.keys(hostile).sort())
  const { output } = await call(
    app,
    'appearance/update',
    { widget_border_width: -1, website_url: 'woven.example', header_bg_color: 'ABC' },
    headers,
  )
  expect(output).toMatchObject({
    widget_border_width: 0,
    website_url: 'https://woven.example',
    header_bg_color: '#aabbcc',
  })
})
