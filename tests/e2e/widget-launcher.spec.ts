// The widget as a button on a customer's website, and the panel behind it.
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app/app-server.ts'
import { problemsOf } from '../support/browser/accessibility.ts'
import { WITH_MOTION } from '../support/browser/browser.ts'
import { answerCard, box, questions, type Shop } from '../support/content/shop.ts'
import { expect, inPanel, launch, test, untilFrameAlive } from '../support/content/widget-shop.ts'
import { HOSTILE_STYLE, strictPolicy, widgetTag } from '../support/websites/host-site.ts'

test.use(WITH_MOTION)

const tagOf = (app: AppServer, shop: Shop, attributes: Record<string, string> = {}) =>
  widgetTag(app.url, { 'data-workspace-id': shop.workspace_id, 'data-mode': 'launcher', ...attributes })
const panel = (page: Page) => page.getByRole('dialog')
const focused = (page: Page) =>
  page.evaluate(() => {
    const inner = document.activeElement?.shadowRoot?.activeElement
    return inner?.getAttribute('aria-label') ?? inner?.tagName ?? document.activeElement?.id ?? ''
  })

const TEXT = '<main><h1>A shop</h1><p>Words.</p><a id="before" href="#before">A link of the shop</a></main>'
/** Policies of host pages, given the widget's own address; the last lets nothing run but what carries its nonce. */
const PAGES: { name: string; head?: string; policy?: (app: string) => string; nonce?: string }[] = [
  { name: 'hostile style sheets', head: HOSTILE_STYLE },
  { name: 'a strict policy with Trusted Types', policy: strictPolicy },
  {
    name: 'a policy of nonces',
    policy: (app) => `default-src 'none'; img-src data:; script-src 'nonce-c2hvcA'; frame-src ${app}`,
    nonce: 'c2hvcA',
  },
]

for (const { name, head, policy, nonce } of PAGES) {
  test(`a visitor opens the panel on a page with ${name}`, async ({ page, app, site, wide }) => {
    const tag = tagOf(app, wide, { 'data-label': 'Any questions?', ...(nonce && { nonce }) })
    site.put('/shop', { head, policy: policy?.(app.url), body: TEXT + tag })
    await page.goto(`${site.origin}/shop`)
    await launch(page, 'Any questions?').click()
    await expect(panel(page)).toBeVisible()
    await expect(questions(inPanel(page))).toHaveCount(6)
    await expect(panel(page)).toHaveCSS('width', '400px')
    await expect(panel(page)).toHaveCSS('height', '608px')
    await untilFrameAlive(page)
    await box(inPanel(page)).fill('Which wool do you use?')
    await page.keyboard.press('Enter')
    await expect(answerCard(inPanel(page))).toContainText('Merino from small farms.')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(panel(page)).toBeHidden()
    await launch(page, 'Any questions?').click()
    await expect(answerCard(inPanel(page)), 'it stays as it was left').toContainText('Merino from small farms.')
  })
}

test('only the button is loaded before the panel is opened', async ({ page, app, site, wide }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === app.url) loaded.push(pathname)
  })
  site.put('/shop', { body: TEXT + tagOf(app, wide) })
  await page.goto(`${site.origin}/shop`)
  await expect(launch(page)).toBeVisible()
  expect(loaded).toEqual(['/widget.js', '/widget/launcher.js'])
  await launch(page).click()
  await expect(questions(inPanel(page))).toHaveCount(6)
  expect(loaded.slice(2)).toEqual(['/widget/frame', expect.stringMatching(/^\/visitor-assets\/frame-.*\.js$/)])
})

test('the keyboard reaches everything, and the focus returns to its former place', async ({
  page,
  app,
  site,
  wide,
}) => {
  site.put('/shop', { body: TEXT + tagOf(app, wide) })
  await page.goto(`${site.origin}/shop`)
  await expect(launch(page)).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('before')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Help')
  await expect(launch(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  await expect(box(inPanel(page))).toBeFocused()

  // Forwards out of the frame's end: round to the close button, never to the page.
  const last = inPanel(page).getByRole('link', { name: 'Powered by Answerloom' })
  await last.focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page)).toBe('Close')
  // And backwards from there to the frame's end.
  await page.keyboard.press('Shift+Tab')
  await expect(last).toBeFocused()

  await box(inPanel(page)).focus()
  await page.keyboard.type('wool')
  await expect(questions(inPanel(page)).first()).toHaveText('Which wool do you use?')
  await page.keyboard.press('Escape')
  await expect(box(inPanel(page)), 'the first Escape clears the search').toHaveValue('')
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  expect(await focused(page)).toBe('Help')

  await page.keyboard.press('Space')
  await expect(panel(page)).toBeVisible()
  await expect(box(inPanel(page))).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeHidden()
  expect(await focused(page)).toBe('Help')
})

test('the page may open the panel, ask, listen to events and remove it', async ({ page, app, site, wide }) => {
  site.put('/shop', { body: TEXT + tagOf(app, wide) })
  await page.goto(`${site.origin}/shop`)
  await expect.poll(() => page.evaluate<boolean>("'Answerloom' in window")).toBe(true)
  // Before the second script has come: the calls are made up for.
  await page.evaluate(`window.received = []
    for (const name of ['open', 'close', 'answer']) Answerloom.on(name, (detail) => received.push([name, detail?.outcome]))
    Answerloom.ask('Which wool do you use?')`)
  await expect(panel(page)).toBeVisible()
  await expect(box(inPanel(page))).toHaveValue('Which wool do you use?')
  await expect(answerCard(inPanel(page))).toContainText('Merino from small farms.')
  await expect(inPanel(page).getByRole('button', { name: 'Yes, this helped' }), 'it is complete').toBeVisible()
  // In one go: the browser's own word of the closed dialog comes when it is open again.
  await page.evaluate('Answerloom.close(), Answerloom.open()')
  await expect(panel(page)).toBeVisible()
  await page.mouse.click(20, 20)
  await expect(panel(page), 'a click beside it closes it').toBeHidden()
  // Browsers send the close event after the dialog is closed.
  await expect
    .poll(() => page.evaluate('received'))
    .toEqual([['open'], ['answer', 'answered'], ['close'], ['open'], ['close']])

  await page.evaluate(`received.length = 0
    Answerloom.ask('Do you mend old blankets?')
    Answerloom.close()`)
  const received = async () => (await page.evaluate<[string][]>('received')).map(([name]) => name).sort()
  await expect
    .poll(received, 'the answer event is sent after the panel was closed')
    .toEqual(['answer', 'close', 'open'])

  await page.evaluate('Answerloom.destroy()')
  await expect(launch(page)).toHaveCount(0)
  expect(await page.locator('html > div').count()).toBe(0)
})

test.describe('a failing service', () => {
  // Playwright takes a list as a value with its options, so the brackets are doubled.
  test.use({ expectedErrors: [[/status of 503/], { scope: 'test' }] })

  test('is reported in the frame, which keeps the FAQs', async ({ page, app, site, wide }) => {
    await page.route('**/api/public/ask', (route) => route.fulfill({ status: 503, json: {} }))
    site.put('/shop', { body: TEXT + tagOf(app, wide) })
    await page.goto(`${site.origin}/shop`)
    await launch(page).click()
    await box(inPanel(page)).fill('Do you have a shop to visit?')
    // Only once the frame has come to life.
    await expect(inPanel(page).getByRole('button', { name: 'Clear search' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(answerCard(inPanel(page))).toContainText(
      "I'm temporarily unable to provide AI assistance. Please browse the FAQs below or contact support.",
    )
    await expect(answerCard(inPanel(page)).getByRole('button', { name: 'Ask a person' })).toBeVisible()
  })
})

test('a single-page application keeps one button', async ({ page, app, site, wide }) => {
  site.put('/shop', { body: `<main id="main">${tagOf(app, wide)}${tagOf(app, wide)}</main>` })
  await page.goto(`${site.origin}/shop`)
  await expect(launch(page)).toHaveCount(1)
  await page.evaluate(() => document.querySelector('script')?.remove())
  await expect(launch(page), 'the second tag takes over').toHaveCount(1)
  await page.evaluate(() => document.querySelector('script')?.remove())
  await expect(launch(page)).toHaveCount(0)
})

test('position, label and color are applied', async ({ page, app, site, wide }) => {
  const look = async (attributes: Record<string, string>, name = 'Help') => {
    site.put('/shop', { body: TEXT + tagOf(app, wide, attributes) })
    await page.goto(`${site.origin}/shop`)
    await expect(launch(page, name)).toBeVisible()
    return launch(page, name).evaluate((button) => {
      const { left, right } = button.getBoundingClientRect()
      const { color, backgroundColor } = getComputedStyle(button)
      return { side: left < innerWidth - right ? 'left' : 'right', color, backgroundColor }
    })
  }
  const white = 'rgb(255, 255, 255)'
  const pageColor = 'rgb(31, 41, 55)'
  expect(await look({})).toEqual({ side: 'right', color: white, backgroundColor: pageColor })
  expect(
    await look({ 'data-position': 'bottom-left', 'data-color': '#facc15', 'data-label': 'Ask us' }, 'Ask us'),
  ).toEqual({
    side: 'left',
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgb(250, 204, 21)',
  })
  expect(await look({ 'data-position': 'nowhere', 'data-color': 'no-color' })).toMatchObject({
    side: 'right',
    backgroundColor: pageColor,
  })
})

test.describe('the panel on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true })

  test('fills the screen and shrinks for the keyboard', async ({ page, app, site, wide }) => {
    // Simulates the keyboard of a phone: a smaller, lower visual viewport at the same scale.
    await page.addInitScript(() => {
      const space = Object.assign(new EventTarget(), { height: innerHeight, offsetTop: 0, scale: 1 })
      Object.defineProperty(window, 'visualViewport', { value: space })
    })
    const keyboard = (height: number, offsetTop: number) =>
      page.evaluate(
        ([height, offsetTop]) => {
          Object.assign(window.visualViewport ?? {}, { height, offsetTop })
          window.visualViewport?.dispatchEvent(new Event('resize'))
        },
        [height, offsetTop],
      )
    site.put('/shop', { body: TEXT + tagOf(app, wide) })
    await page.goto(`${site.origin}/shop`)
    await launch(page).tap()
    await expect(questions(inPanel(page))).toHaveCount(6)
    const place = async () => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await panel(page).boundingBox()) ?? {}
      return { x, y, width, height }
    }
    await expect.poll(place).toEqual({ x: 0, y: 0, width: 375, height: 720 })
    await expect(box(inPanel(page)), 'no keyboard that nobody asked for').not.toBeFocused()
    await keyboard(410, 60)
    await expect.poll(place).toEqual({ x: 0, y: 60, width: 375, height: 410 })
    await keyboard(720, 0)
    await expect.poll(place).toEqual({ x: 0, y: 0, width: 375, height: 720 })
    await page.getByRole('button', { name: 'Close' }).tap()
    await expect(panel(page)).toBeHidden()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the widget in ${colorScheme} mode`, () => {
    test.use({ colorScheme })

    test('is perceivable: button, panel and frame', async ({ page, app, site, wide, emptyShop }) => {
      const violations = async () => {
        await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))))
        return problemsOf(page)
      }
      const scheme = `<style>html{color-scheme:light dark}a{color:inherit}</style>`
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        site.put('/shop', { head: scheme, body: TEXT + tagOf(app, wide) })
        await page.goto(`${site.origin}/shop`)
        await expect(launch(page)).toBeVisible()
        expect(await violations()).toEqual([])
        await launch(page).click()
        await questions(inPanel(page)).nth(0).click()
        await expect(inPanel(page).getByText('three days')).toBeVisible()
        expect(await violations()).toEqual([])

        for (const shop of [wide, emptyShop]) {
          const tag = widgetTag(app.url, { 'data-workspace-id': shop.workspace_id })
          site.put('/inline', { head: scheme, body: `<main><h1>A shop</h1>${tag}</main>` })
          await page.goto(`${site.origin}/inline`)
          await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
          expect(await violations()).toEqual([])
          const excess = await page.frames()[1]?.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(excess).toBe(0)
        }
      }
    })
  })
}
