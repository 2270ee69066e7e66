// The public site of the product: pages without scripts, search in the docs, the contact form.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test, WITH_DEMO } from '../support/browser/browser.ts'
import { signUp } from '../support/browser/browser-people.ts'
import { mailTo } from '../support/mail/outbox.ts'
import { problemsOf } from '../support/websites/html-problems.ts'

test.use({ serverEnv: WITH_DEMO })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const PAGES = [
  ['/', 'Create and Manage Your FAQ Knowledge Base'],
  ['/features', 'Features'],
  ['/docs', 'Docs'],
  ['/docs/widget', 'The widget'],
  ['/docs/components', 'Components and client'],
  ['/integrations', 'Integrations'],
  ['/changelog', 'Changelog'],
  ['/help', 'Help'],
  ['/contact', 'Contact'],
  ['/status', 'Everything works'],
  ['/try', 'Read my site'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
] as const

/** Bytes of a page's HTML, gzip, its style sheet within. */
const MAX_BYTES = 30_000

test('every page works without JavaScript, and is valid, small and in the sitemap', async ({ app, newPerson }) => {
  const map = await (await fetch(`${app.url}/sitemap.xml`)).text()
  const page = await newPerson({ javaScriptEnabled: false })
  for (const [path, title] of PAGES) {
    expect(map, path).toContain(`<loc>${app.url}${path}</loc>`)
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(heading(page)).toHaveText(title)
    const sent = await response?.request().sizes()
    expect(sent?.responseBodySize, path).toBeLessThan(MAX_BYTES)
    expect(await problemsOf((await response?.text()) ?? ''), path).toEqual([])
    const links = await page
      .getByRole('contentinfo')
      .getByRole('link')
      .evaluateAll((all) => all.map((element) => element.getAttribute('href') ?? ''))
    expect(links, path).toEqual(expect.arrayContaining(['/features', '/docs', '/privacy', '/terms', '/status']))
  }
  const more = ['/docs?q=widget', '/docs?q=xyzzyqwert', '/contact?sent=1', '/docs/no-such-guide', '/no-such-page']
  for (const path of more) expect(await problemsOf((await (await page.goto(path))?.text()) ?? ''), path).toEqual([])
  await page.goto('/integrations')
  for (const text of [
    'More Platforms',
    'Additional integrations coming soon',
    'Need a Custom Integration?',
    'and get signed events when something happens.',
  ])
    await expect(page.getByText(text).first()).toBeVisible()
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  for (const name of ['Any website', 'Websites as sources', 'Files', 'API & Webhooks', 'Notion', 'Google Drive'])
    await expect(card(name).getByText('Available', { exact: true }), name).toBeVisible()
  for (const name of ['Intercom', 'Slack'])
    await expect(card(name).getByText('Coming Soon', { exact: true }), name).toBeVisible()
  await page.goto('/terms')
  await expect(page.getByText('announced 30 days before they take effect')).toBeVisible()
})

test('the documentation is searched and answered by the product itself', async ({ page }) => {
  await page.goto('/docs')
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('border color of the widget')
  await page.keyboard.press('Enter')
  const results = page.getByRole('region', { name: 'Search results' })
  await results
    .getByRole('link', { name: /^The widget/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/docs\/widget(#|$)/)
  await page.goto('/docs?q=xyzzyqwert')
  await expect(page.getByText('Nothing in the docs fits “xyzzyqwert”.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask the docs' }).click()
  await expect(page.frameLocator('dialog iframe').getByRole('searchbox')).toBeVisible()

  await page.goto('/help')
  await expect(page.locator('iframe')).toHaveCSS('border-top-color', 'rgb(229, 231, 235)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('iframe')).toHaveCSS('border-top-color', 'rgb(43, 54, 57)')
  const widget = page.frameLocator('iframe')
  await widget.getByRole('searchbox').fill('how do i put the widget into my site')
  await page.keyboard.press('Enter')
  await expect(widget.getByRole('region', { name: 'Answer' })).toContainText('Share & Embed')
})

test('a message reaches the operator, and errors are shown beside the fields', async ({ page, app }) => {
  await page.goto('/contact')
  for (const text of ['within 24 hours', 'Mon-Fri 9 AM-6 PM EST', 'within 48 hours'])
    await expect(page.getByText(text)).toBeVisible()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await page.getByLabel('Email').fill('ada@localhost')
  await page.getByLabel('Subject').fill('Looms')
  await page.getByLabel('Message').fill('Do you weave on Sundays?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('Do you weave on Sundays?')
  await page.getByLabel('Email').fill('ada@example.test')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, your message is on its way' })).toBeVisible()
  await expect(page).toHaveURL('/contact?sent=1')
  const mail = await mailTo(app, 'support@localhost', /^Contact: Looms$/)
  expect(mail.text).toContain('Do you weave on Sundays?')
  expect(mail.replyTo).toBe('ada@example.test')
})

test('the landing page shows the widget, and remembers the chosen plan', async ({ page }) => {
  await page.goto('/')
  const widget = page.locator('#live-demo').frameLocator('iframe')
  await widget.getByRole('searchbox').fill('does it work offline')
  await page.keyboard.press('Enter')
  await expect(widget.getByRole('region', { name: 'Answer' })).toBeVisible()
  await page.getByRole('button', { name: 'Who won the match last night?' }).click()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText("I couldn't find this in our help content.")
  await page.goto('/')
  // Nothing is seen of a page that is being left: it notes down itself what the pressed link says at the end.
  await page.evaluate(() => {
    addEventListener('click', ({ target }) =>
      addEventListener('pagehide', () => sessionStorage.setItem('pressed', (target as Element).textContent)),
    )
  })
  await page.getByRole('link', { name: 'Start Free Trial' }).last().click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.evaluate(() => sessionStorage.getItem('pressed'))).toBe('Loading...')
  expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('selectedPlan') ?? 'null'))).toEqual({
    productId: 'pro',
    priceId: 'pro',
  })
  await signUp(page)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Subscribe Now' })).toHaveCount(2)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Go to dashboard' })).toBeVisible()
})

/** Addresses of the shown pictures, their served caching, and the sizes of their boxes. */
const picturesOf = (page: Page) =>
  page.locator('picture > img').evaluateAll((images: HTMLImageElement[]) =>
    images.map(({ currentSrc, naturalWidth, alt, offsetWidth, offsetHeight }) => ({
      currentSrc,
      naturalWidth,
      alt,
      box: [offsetWidth, offsetHeight],
    })),
  )

for (const colorScheme of ['light', 'dark'] as const)
  for (const [format, width] of Object.entries({ wide: 1440, phone: 390 }))
    test(`the landing page shows pictures of the product (${format}, ${colorScheme}) without moving anything`, async ({
      newPerson,
      app,
    }) => {
      const page = await newPerson({ colorScheme, viewport: { width, height: 900 } })
      const held: (() => void)[] = []
      let isHeld = true
      await page.route('**/*.avif', async (route) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
        await route.continue()
      })
      const served = new Map<string, string>()
      page.on('response', async (response) => {
        if (response.url().endsWith('.avif')) served.set(response.url(), response.headers()['cache-control'] ?? '')
      })
      await page.goto('/', { waitUntil: 'domcontentloaded' })
      const before = await picturesOf(page)
      expect(before).toHaveLength(5)
      for (const { alt, box } of before) {
        expect(alt).not.toBe('')
        expect(Math.min(...box)).toBeGreaterThan(200)
      }
      isHeld = false
      for (const release of held) release()
      const images = page.locator('picture > img')
      for (const image of await images.all()) {
        await image.scrollIntoViewIfNeeded()
        await expect(image).toHaveJSProperty('complete', true)
      }
      const after = await picturesOf(page)
      expect(after.map(({ box }) => box)).toEqual(before.map(({ box }) => box))
      for (const { currentSrc, naturalWidth } of after) {
        expect(currentSrc).toMatch(new RegExp(`^${app.url}/assets/[a-z]+-${format}-${colorScheme}-[\\w-]+\\.avif$`))
        expect(naturalWidth).toBeGreaterThan(0)
        expect(served.get(currentSrc)).toBe('public, max-age=31536000, immutable')
      }
    })

test('the live demo is above the fold on a desktop', async ({ newPerson }) => {
  const page = await newPerson({ viewport: { width: 1440, height: 900 } })
  await page.goto('/')
  const demo = page.locator('#live-demo')
  await expect(demo.frameLocator('iframe').getByRole('searchbox')).toBeInViewport()
  await expect(demo.frameLocator('iframe').locator('summary').first()).toBeInViewport()
  // Beside it, the text column is filled.
  const [left, right] = await Promise.all([page.locator('main figure').first().boundingBox(), demo.boundingBox()])
  const bottom = (box: typeof left) => (box ? box.y + box.height : 0)
  expect(Math.abs(bottom(left) - bottom(right))).toBeLessThan(240)
})

test('the site is accessible', async ({ page }) => {
  test.setTimeout(480_000)
  // The landing page is looked at with the pages of accessibility.spec.ts.
  const paths = PAGES.map(([path]) => path).filter((path) => path !== '/')
  for (const path of [...paths, '/docs?q=widget', '/docs?q=xyzzyqwert', '/contact?sent=1'])
    await checkScreen(page, path, async () => {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
    })
  await checkScreen(page, 'a refused message', async () => {
    await page.goto('/contact')
    for (const label of ['First name', 'Last name', 'Subject', 'Message']) await page.getByLabel(label).fill('Ada')
    await page.getByLabel('Email').fill('ada@localhost')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  })
})

test('the guide on components shows them live', async ({ page }) => {
  await page.goto('/docs/components')
  const live = page.getByRole('region', { name: 'Try the components' })
  await expect(live.getByRole('heading', { name: 'Questions' })).toBeVisible()
  await live.getByRole('combobox').fill('How long does the battery last?')
  await live.getByRole('combobox').press('Enter')
  await expect(live.getByText('Was this helpful?')).toBeVisible()
  await live.getByRole('button', { name: 'Ask us' }).click()
  await expect(live.getByRole('dialog')).toBeVisible()
  await checkScreen(page, 'live components', async () => {
    await page.goto('/docs/components')
    await expect(live.getByRole('heading', { name: 'Questions' })).toBeVisible()
  })
})
