// The widget's frame by itself: how it comes to life, what it loads and keeps, and what it says when there is nothing.

import { changesOf, untilAlive, watchLoading } from '../support/browser/page-changes.ts'
import { answerCard, box, questions } from '../support/content/shop.ts'
import { expect, expectFit, frameOn, test } from '../support/content/widget-shop.ts'
import { widgetTag } from '../support/websites/host-site.ts'

test('a frame is unchanged by hydration', async ({ page, wide }) => {
  await watchLoading(page)
  for (const more of ['', '&limit=12&theme=dark', '&mode=launcher', '&lang=ar']) {
    await page.goto(`/widget/frame?workspace_id=${wide.workspace_id}${more}`)
    await untilAlive(page)
    expect(await changesOf(page), `mutations of ${more}`).toEqual([])
  }
})

test('a frame on a phone shows the whole hint of the search box', async ({ page, wide }) => {
  await page.setViewportSize({ width: 314, height: 640 })
  await page.goto(`/widget/frame?workspace_id=${wide.workspace_id}`)
  const room = await box(page).evaluate((input: HTMLInputElement) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('there is no canvas')
    context.font = getComputedStyle(input, '::placeholder').font
    const { paddingLeft, paddingRight } = getComputedStyle(input)
    const width = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return width - context.measureText(input.placeholder).width
  })
  expect(room).toBeGreaterThanOrEqual(0)
})

test('a frame makes two requests of at most 22 KB until its first interaction', async ({ page, app, site, wide }) => {
  const tag = widgetTag(app.url, { 'data-workspace-id': wide.workspace_id })
  site.put('/shop', { body: `<p id="beside">Words of the shop.</p>${tag}` })
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.frame() !== page.mainFrame()) sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  await page.goto(`${site.origin}/shop`)
  await page.locator('#beside').hover()
  await expect(questions(frameOn(page))).toHaveCount(6)
  await expectFit(page)
  expect(sizes).toHaveLength(2)
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(22_000)

  const rest = page.waitForResponse('**/faqs?limit=100')
  await frameOn(page).getByRole('button', { name: 'Product' }).hover()
  expect((await rest).status()).toBe(200)
})

test('a question sent before the script is loaded is answered afterwards', async ({ page, context, wide }) => {
  const arrive = Promise.withResolvers<void>()
  await page.route('**/visitor-assets/frame-*.js', async (route) => {
    await arrive.promise
    await route.continue()
  })
  await page.goto(`/widget/frame?workspace_id=${wide.workspace_id}&lang=en`, { waitUntil: 'commit' })
  await box(page).fill('How long does delivery take?')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-asked')
  arrive.resolve()
  await expect(answerCard(page)).toContainText('three days')
  expect(context.pages()).toHaveLength(1)
})

test.describe('a frame without JavaScript', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] })
  test('forwards a question to the page', async ({ page, context, wide }) => {
    await page.route('**/visitor-assets/frame-*.js', (route) => route.abort())
    await page.goto(`/widget/frame?workspace_id=${wide.workspace_id}`)
    await box(page).fill('How long does delivery take?')
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    await expect(answerCard(await opened)).toContainText('three days')
  })

  test('forwards an unanswered question to a person', async ({ page, context, newShop }) => {
    const shop = await newShop()
    await context.route('**/visitor-assets/*.js', (route) => route.abort())
    await page.goto(`/widget/frame?workspace_id=${shop.workspace_id}`)
    await box(page).fill('Who won the zeppelin race of 1932?')
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Enter')
    const onPage = await opened
    await answerCard(onPage).getByRole('textbox').fill('visitor@example.test')
    await onPage.getByRole('button', { name: 'Ask a person' }).click()
    await expect(onPage.getByText('Thank you. A person will get back to you.')).toBeVisible()
    expect(await shop.call('GET', '/questions?view=waiting')).toMatchObject({
      total: 1,
      items: [{ question: 'Who won the zeppelin race of 1932?', visitor_email: 'visitor@example.test' }],
    })
  })
})

test('a frame stores nothing in the browser', async ({ page, context, wide }) => {
  // By itself it is no third party, whose storage browsers may refuse in any case.
  const answer = await page.goto(`/widget/frame?workspace_id=${wide.workspace_id}`)
  expect(await answer?.headerValue('set-cookie')).toBeNull()
  await box(page).fill('How long does delivery take?')
  await page.keyboard.press('Enter')
  await expect(answerCard(page)).toContainText('three days')
  await page.getByRole('button', { name: 'Yes, this helped' }).click()
  await expect(answerCard(page)).toContainText('Thanks for your feedback.')
  const kept = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
  }))
  expect(kept).toEqual({ local: 0, session: 0, databases: 0, caches: [] })
  expect(await context.cookies()).toEqual([])
})

test('a frame reports a missing workspace and missing FAQs', async ({ page, app, site, emptyShop }) => {
  for (const [id, title] of [
    ['00000000-0000-7000-8000-000000000000', 'FAQ Page Not Found'],
    ['nonsense', 'FAQ Page Not Found'],
    [emptyShop.workspace_id, 'No FAQs Found'],
  ]) {
    site.put('/shop', { body: widgetTag(app.url, { 'data-workspace-id': id ?? '' }) })
    await page.goto(`${site.origin}/shop`)
    await expect(frameOn(page).getByText(title ?? '', { exact: true })).toBeVisible()
    await expectFit(page)
  }
  await expect(frameOn(page).getByText('No FAQs have been published yet.')).toBeVisible()
  const missing = await page.goto('/widget/frame?workspace_id=nonsense')
  expect(missing?.status()).toBe(404)
  await expect(page.getByText('The requested FAQ page could not be found.')).toBeVisible()
})
