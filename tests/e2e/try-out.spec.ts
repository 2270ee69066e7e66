// “Read my site”: one page of a stranger's website, read without an account, by the rules of crawls; nothing is kept.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { startWebSite, type WebSite } from '../support/websites/web-site.ts'

const FAQ_PAGE = `<!doctype html><title>Help</title><main><h1>Help</h1>
  <h2>How long does delivery take?</h2><p>Parcels arrive within <b>three days</b> in most countries of Europe.</p>
  <h2>Can I return my loom?</h2><p>Yes, within 30 days, in its own box and without yarn.</p>
  <h2>About our looms</h2><p>Each loom is built from ash wood &lt;script&gt;alert(1)&lt;/script&gt; in our workshop.</p></main>`

const test = base.extend<object, { site: WebSite }>({
  site: [
    async ({ browser: _ }, use) => {
      const site = await startWebSite({
        '/help': FAQ_PAGE,
        '/closed': FAQ_PAGE,
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /closed' },
      })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ site }, use) => use({ OUTBOUND_ALLOW_HOSTS: site.host, RATE_LIMITS: 'on', SEED_DEMO: 'on' }),
    { scope: 'worker' },
  ],
})

async function read(page: Page, address: string) {
  await page.getByLabel('Address of a page with your help texts').fill(address)
  await page.keyboard.press('Enter')
}
const alert = (page: Page) => page.getByRole('alert')

test("the landing page reads a visitor's website, without JavaScript, and stores nothing", async ({
  newPerson,
  site,
  app,
}) => {
  const page = await newPerson({ javaScriptEnabled: false })
  await page.goto('/')
  await read(page, `${site.url}/help`)
  await expect(page).toHaveURL('/try')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('Help')
  await expect(page.getByRole('heading', { name: '2 FAQs that we would suggest' })).toBeVisible()
  await expect(page.getByText('Parcels arrive within three days').first()).toBeVisible()
  await expect(page.getByText('<script>alert(1)</script>').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Get Started Free' })).toHaveAttribute(
    'href',
    '/auth?tab=sign-up',
  )
  const again = await (await fetch(`${app.url}/try`)).text()
  expect(again).not.toContain('Parcels arrive')
})

test('a page that may not be read is refused with a reason', async ({ newPerson, site }) => {
  const page = await newPerson()
  await page.goto('/try')
  const inner = await startWebSite({ '/': FAQ_PAGE })
  site.pages.set('/inside', { status: 302, headers: { location: `${inner.url}/` } })
  await read(page, inner.url)
  await expect(alert(page)).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0)
  await read(page, `${site.url}/closed`)
  await expect(alert(page)).toHaveText('The website’s robots.txt does not allow this address to be read.')
  await read(page, `${site.url}/inside`)
  await expect(alert(page)).toBeVisible()
  expect(inner.asked, 'no request reaches a private address').toEqual([])
  await inner.close()
  expect(site.asked.map(({ path }) => path)).not.toContain('/closed')
  expect(
    (
      await page.request.post('/try', {
        form: { url: `${site.url}/help` },
        headers: { origin: 'https://evil.example' },
      })
    ).status(),
  ).toBe(403)
})

test('one address may try six pages in ten minutes', async ({ page, site }) => {
  await page.goto('/try')
  for (let tried = 0; tried < 6; tried++) await page.request.post('/try', { form: { url: 'not an address' } })
  const asked = site.asked.length
  await read(page, `${site.url}/help`)
  await expect(alert(page)).toContainText('Too many')
  expect(site.asked.length, 'nothing is asked of the website').toBe(asked)
})

test('the result and the landing page are accessible in every color scheme and width', async ({ page }) => {
  await checkScreen(page, 'read my site', () => page.goto('/try'))
  await checkScreen(page, 'landing page', async () => {
    await page.goto('/')
    await expect(page.locator('#live-demo').frameLocator('iframe').getByRole('searchbox')).toBeVisible()
  })
})
