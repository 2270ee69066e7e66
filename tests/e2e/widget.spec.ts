// The widget on a customer's website, which is another origin: inline frames on pages that make it hard for them.
import type { Frame, Page } from '@playwright/test'
import { shiftsOf, watchLoading } from '../support/browser/page-changes.ts'
import { answerCard, box, questions } from '../support/content/shop.ts'
import { expect, expectFit, frameOn, heights, test, theFrame } from '../support/content/widget-shop.ts'
import { HOSTILE_STYLE, strictPolicy, widgetTag } from '../support/websites/host-site.ts'

/** Counts messages from other windows: registered after the page's own listeners, so it runs after them. */
const COUNT_ENDS = `window.ends = 0
addEventListener('message', ({ data }) => { if (data === 'that is all') window.ends += 1 })`

/** Says these things to the page, from itself or from a frame on it, and waits until it has heard them all. */
async function say(page: Page, from: Frame, messages: unknown[]): Promise<void> {
  const before = await page.evaluate<number>('window.ends ?? 0')
  if (!before) await page.evaluate(COUNT_ENDS)
  await from.evaluate(
    (said) => {
      for (const one of said) parent.postMessage(one, '*')
    },
    [...messages, 'that is all'],
  )
  await expect.poll(() => page.evaluate<number>('window.ends')).toBeGreaterThan(before)
}

const PAGES: { name: string; head?: string; strict?: boolean }[] = [
  { name: 'hostile style sheets', head: HOSTILE_STYLE },
  { name: 'a strict policy with Trusted Types', strict: true },
  { name: 'nothing special' },
]

for (const { name, head, strict } of PAGES) {
  test(`a visitor gets an answer on a page with ${name}`, async ({ page, app, site, wide }) => {
    const tag = widgetTag(app.url, {
      'data-workspace-id': wide.workspace_id,
      'data-border-width': '6',
      'data-border-color': '#00ff00',
      'data-limit': '4',
    })
    site.put('/shop', {
      head,
      body: `<h1>A shop</h1>${tag}<p>The end</p>`,
      ...(strict && { policy: strictPolicy(app.url) }),
    })
    await page.goto(`${site.origin}/shop`)
    const frame = frameOn(page)
    await expect(questions(frame)).toHaveCount(4)
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions')
    await expectFit(page, 6)
    const look = await page.locator('iframe').evaluate((element) => {
      const { width, borderTopWidth, borderTopColor, opacity, visibility, transform } = getComputedStyle(element)
      const parent = element.parentElement?.getBoundingClientRect().width
      return {
        wide: Number.parseFloat(width) === parent,
        borderTopWidth,
        borderTopColor,
        opacity,
        visibility,
        transform,
      }
    })
    expect(look).toEqual({
      wide: true,
      borderTopWidth: '6px',
      borderTopColor: 'rgb(0, 255, 0)',
      opacity: '1',
      visibility: 'visible',
      transform: 'none',
    })

    const [closed = 0] = await heights(page)
    await questions(frame).first().click()
    await expect(frame.getByText('three days')).toBeVisible()
    await expect.poll(async () => (await heights(page))[0], 'it grows').toBeGreaterThan(closed)
    await questions(frame).first().click()
    await expect.poll(() => heights(page), 'it shrinks again').toEqual([closed])
    await expectFit(page, 6)

    await frame.getByRole('button', { name: 'Billing' }).click()
    await expect(questions(frame)).toHaveText(['Can I pay by invoice?'])
    await frame.getByRole('button', { name: 'Product' }).click()
    await expect(questions(frame), 'four at a time').toHaveCount(4)
    await box(frame).fill('mend')
    await expect(questions(frame).first()).toHaveText('Do you mend old blankets?')
    await box(frame).fill('How long does delivery take?')
    const asked = page.waitForRequest('**/api/public/ask')
    await page.keyboard.press('Enter')
    expect((await asked).postDataJSON()).toMatchObject({ page_url: `${site.origin}/shop` })
    await expect(answerCard(frame)).toContainText('three days')
    const source = answerCard(frame).getByRole('list', { name: 'Sources' }).getByRole('link').first()
    await expect(source, 'once the list below has come').toHaveAttribute('href', /^#/)
    await source.click()
    await expect(frame.locator('details[open]').getByText('We pack'), 'a source below is led to').toBeInViewport()
    expect(page.context().pages()).toHaveLength(1)
    await expectFit(page, 6)
  })
}

test('a frame opens no page inside itself and sends nothing private of the surrounding page', async ({
  page,
  context,
  app,
  site,
  wide,
}) => {
  site.put('/shop', { body: widgetTag(app.url, { 'data-workspace-id': wide.workspace_id }) })
  await page.goto(`${site.origin}/shop?session=secret#part`)
  const frame = frameOn(page)
  await expect(questions(frame)).toHaveCount(6)
  await box(frame).fill('wool')
  await expect(questions(frame).first()).toHaveText('Which wool do you use?')
  expect(theFrame(page).url(), 'the host page without what may be private').not.toContain('secret')
  await expect(frame.getByRole('link', { name: 'Twitter' })).toHaveCount(0)

  await box(frame).fill('')
  const opened = context.waitForEvent('page')
  await frame.getByRole('link', { name: 'All questions' }).click()
  expect((await opened).url()).toBe(`${app.url}${wide.path}`)
  const second = context.waitForEvent('page')
  await frame.getByRole('link', { name: 'Powered by Answerloom' }).click()
  expect((await second).url()).toBe(`${app.url}/`)
  expect(theFrame(page).url()).toContain('/widget/frame')
})

test('only the frame itself may set its height, within limits', async ({ page, app, site, wide }) => {
  const tag = widgetTag(app.url, {
    'data-workspace-id': wide.workspace_id,
    'data-min-height': '500',
    'data-limit': '1',
  })
  site.put('/empty', { body: '' })
  site.put('/shop', { body: `${tag}<iframe id="other" src="/empty" title="Other"></iframe>` })
  await page.goto(`${site.origin}/shop`)
  const widget = page.getByTitle('Help')
  await expect(questions(page.frameLocator('[title=Help]'))).toHaveCount(1)
  const height = () => widget.evaluate((element) => (element as HTMLElement).offsetHeight)
  const content = () => theFrame(page).evaluate(() => Math.ceil(document.body.getBoundingClientRect().height))
  await expect(async () => expect(await height()).toBe(Math.max(500, await content()))).toPass({ timeout: 5_000 })
  const before = await height()
  const claim = { type: 'answerloom:resize', height: 9000 }
  const other = page.frames().find((one) => one.url().endsWith('/empty'))
  if (!other) throw new Error('the other frame is not there')
  for (const from of [page.mainFrame(), other]) await say(page, from, [claim])
  expect(await height(), 'the page itself and other frames are not believed').toBe(before)

  const resize = (to: unknown) => ({ type: 'answerloom:resize', height: to })
  const nonsense = [
    ...[-5, 0, 'high', null, {}].map(resize),
    null,
    'answerloom:resize',
    { type: 'resize', height: 800 },
  ]
  await say(page, theFrame(page), nonsense)
  expect(await height()).toBe(before)
  await say(page, theFrame(page), [resize(1e9)])
  await expect.poll(height).toBe(20_000)
  await say(page, theFrame(page), [resize(10)])
  await expect.poll(height, 'never below what the page has reserved').toBe(500)
})

test('nothing on the page moves: in a reserved box and at the end of the body', async ({ page, app, site, wide }) => {
  const tag = widgetTag(app.url, { 'data-workspace-id': wide.workspace_id, 'data-min-height': '900' })
  const text = '<p>Some words of the shop.</p>'.repeat(3)
  await watchLoading(page)
  site.put('/end', { body: `${text}${tag}` })
  site.put('/box', { body: `${text}<div style="min-height:900px">${tag}</div>${text}` })
  for (const path of ['/end', '/box']) {
    await page.goto(site.origin + path)
    await expect(questions(frameOn(page))).toHaveCount(6)
    expect(await shiftsOf(page), path).toEqual([])
  }
})

test('invalid attributes are corrected', async ({ page, app, site, wide }) => {
  const cases = [
    [{ 'data-border-width': '-1' }, '0px', 'rgb(229, 231, 235)'],
    [{ 'data-border-width': '17' }, '16px', 'rgb(229, 231, 235)'],
    [{ 'data-border-width': 'abc' }, '0px', 'rgb(229, 231, 235)'],
    [{}, '0px', 'rgb(229, 231, 235)'],
    [{ 'data-border-width': '3', 'data-border-color': 'no-color' }, '3px', 'rgb(229, 231, 235)'],
    [{ 'data-border-width': '3', 'data-border-color': 'red;position:fixed' }, '3px', 'rgb(229, 231, 235)'],
    [{ 'data-border-width': '3', 'data-border-color': 'url(https://evil.example)' }, '3px', 'rgb(229, 231, 235)'],
    [{ 'data-border-width': '3', 'data-border-color': '#f00' }, '3px', 'rgb(255, 0, 0)'],
  ] as const
  const tags = cases.map(([more]) => widgetTag(app.url, { 'data-workspace-id': wide.workspace_id, ...more }))
  site.put('/shop', { body: tags.map((tag) => `<div>${tag}</div>`).join('') })
  await page.goto(`${site.origin}/shop`)
  await expect(page.locator('div > script + iframe'), 'one frame for each tag, where the tag is').toHaveCount(
    cases.length,
  )
  const looks = await page.locator('iframe').evaluateAll((frames) =>
    frames.map((frame) => {
      // A border without a width has no color either.
      const { borderTopWidth, borderTopColor, position } = getComputedStyle(frame)
      return [borderTopWidth, borderTopColor, position]
    }),
  )
  expect(looks).toEqual(cases.map(([, width, color]) => [width, color, 'static']))
})

test('a single-page application keeps one frame per tag', async ({ page, app, site, wide }) => {
  site.put('/app', { body: '<main id="one"></main><main id="two"></main>' })
  await page.goto(`${site.origin}/app`)
  const add = (parent: string) =>
    page.evaluate(
      ([app, id, parent]) =>
        new Promise<void>((resolve) => {
          const tag = document.createElement('script')
          tag.src = `${app}/widget.js`
          tag.dataset.workspaceId = id
          tag.onload = () => resolve()
          document.getElementById(parent ?? '')?.append(tag)
        }),
      [app.url, wide.workspace_id, parent],
    )
  const inside = (parent: string) => page.locator(`#${parent} iframe`)

  await add('one')
  await expect(questions(page.frameLocator('#one iframe'))).toHaveCount(6)
  await add('two')
  await expect(inside('two')).toHaveCount(1)
  await expect(inside('one'), 'run again, it does not double').toHaveCount(1)

  await page.evaluate(() => document.querySelector('#two script')?.remove())
  await expect(inside('two'), 'gone with its tag').toHaveCount(0)
  await page.evaluate(() => document.getElementById('two')?.append(document.querySelector('#one script') ?? ''))
  await expect(inside('two'), 'moved with its tag').toHaveCount(1)
  await expect(inside('one')).toHaveCount(0)
  await page.evaluate(() => document.getElementById('two')?.replaceChildren())
  await expect(page.locator('iframe')).toHaveCount(0)
  await add('one')
  await expect(questions(page.frameLocator('#one iframe')), 'added again').toHaveCount(6)
  await page.evaluate(() => document.querySelector('#one iframe')?.remove())
  await expect(inside('one'), 'put back while its tag stays').toHaveCount(1)

  await page.evaluate('window.Answerloom.destroy()')
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await page.evaluate(() => 'Answerloom' in window)).toBe(false)
  await page.evaluate(() => document.body.append(document.createElement('p')))
  await expect(page.locator('iframe')).toHaveCount(0)
  await add('two')
  await expect(inside('two'), 'and begins anew').toHaveCount(1)
})

test('the widget works with a tag that waits for consent, and with one in the head', async ({
  page,
  app,
  site,
  wide,
}) => {
  const tag = widgetTag(app.url, { 'data-workspace-id': wide.workspace_id, 'data-title': 'Hilfe', 'data-lang': 'de' })
  site.put('/shop', { head: tag, body: tag.replace('async', 'type="text/plain"') })
  await page.goto(`${site.origin}/shop`)
  await expect(page.locator('body > iframe')).toHaveCount(1)
  await expect(page.getByTitle('Hilfe')).toBeVisible()
  await expect(frameOn(page).locator('html')).toHaveAttribute('lang', 'de')
})
