// The panel of the launcher as an assistant: the conversation of a visit, and what the button says of it.
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app/app-server.ts'
import { problemsOf } from '../support/browser/accessibility.ts'
import { answerCard, box, hold, questions, type Shop } from '../support/content/shop.ts'
import { expect, inPanel, launch, test, untilFrameAlive } from '../support/content/widget-shop.ts'
import { type HostSite, widgetTag } from '../support/websites/host-site.ts'

const earlier = (page: Page) => inPanel(page).locator('details.earlier > summary')
const stored = (page: Page) =>
  page
    .frames()
    .find((frame) => frame.url().includes('/widget/frame'))
    ?.evaluate<Record<string, string>>('({ ...sessionStorage })')

function putPages(
  site: HostSite,
  app: AppServer,
  shop: Shop,
  attributes: Record<string, string> = {},
  html = '',
): void {
  const tag = widgetTag(app.url, { 'data-workspace-id': shop.workspace_id, 'data-mode': 'launcher', ...attributes })
  for (const path of ['/one', '/two']) site.put(path, { body: `<main><h1>A shop</h1></main>${html}${tag}` })
}

async function openPanel(page: Page): Promise<void> {
  await launch(page).click()
  await untilFrameAlive(page)
}

async function ask(page: Page, question: string, answer: string): Promise<void> {
  await box(inPanel(page)).fill(question)
  await page.keyboard.press('Enter')
  await expect(answerCard(inPanel(page))).toContainText(answer)
  await expect(inPanel(page).getByRole('button', { name: 'Yes, this helped' })).toBeVisible()
}

test('the conversation continues across the pages of a visit, without a cookie', async ({ page, app, site, wide }) => {
  putPages(site, app, wide)
  const conversations: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/public/ask')) conversations.push(request.postDataJSON().conversation_id)
  })
  await page.goto(`${site.origin}/one`)
  await openPanel(page)
  await expect(inPanel(page).getByRole('banner')).toHaveCount(0)
  await ask(page, 'Which wool do you use?', 'Merino from small farms.')
  await ask(page, 'Can I pay by invoice?', 'within 14 days')
  await expect(earlier(page)).toHaveText(['Which wool do you use?'])

  await page.goto(`${site.origin}/two`)
  await openPanel(page)
  await expect(answerCard(inPanel(page))).toContainText('within 14 days')
  await expect(answerCard(inPanel(page)).getByRole('heading', { name: 'Can I pay by invoice?' })).toBeVisible()
  await expect(answerCard(inPanel(page)).getByRole('list', { name: 'Sources' })).toBeVisible()
  await expect(earlier(page)).toHaveText(['Which wool do you use?'])
  await expect(box(inPanel(page))).toHaveValue('')
  await ask(page, 'How do I wash a blanket?', 'By hand, cold')
  await expect(earlier(page), 'the newest first').toHaveText(['Can I pay by invoice?', 'Which wool do you use?'])
  expect(new Set(conversations).size, 'one conversation').toBe(1)
  expect(conversations).toHaveLength(3)
  expect(await page.context().cookies()).toEqual([])

  await inPanel(page).getByRole('button', { name: 'Clear search' }).click()
  await page.goto(`${site.origin}/one`)
  await openPanel(page)
  await expect(questions(inPanel(page))).toHaveCount(6)
  await expect(answerCard(inPanel(page)), 'what was cleared is gone').toHaveCount(0)
  expect(Object.values((await stored(page)) ?? {}).join()).not.toContain('wool')
})

test('a frame in the page stores nothing', async ({ page, app, site, wide }) => {
  site.put('/inline', {
    body: `<main><h1>A shop</h1>${widgetTag(app.url, { 'data-workspace-id': wide.workspace_id })}</main>`,
  })
  await page.goto(`${site.origin}/inline`)
  await untilFrameAlive(page)
  const frame = page.frameLocator('iframe')
  await box(frame).fill('Which wool do you use?')
  await page.keyboard.press('Enter')
  await expect(answerCard(frame)).toContainText('Merino')
  expect(await stored(page)).toEqual({})
})

test('a dot announces an answer in a closed panel', async ({ page, app, site, wide }) => {
  putPages(site, app, wide)
  await page.goto(`${site.origin}/one`)
  await openPanel(page)
  await expect(launch(page)).toHaveAccessibleDescription('')
  const letGo = await hold(page, '**/api/public/ask')
  await box(inPanel(page)).fill('Which wool do you use?')
  await page.keyboard.press('Enter')
  await expect(inPanel(page).getByText('Thinking...')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  letGo()
  await expect(launch(page)).toHaveAccessibleDescription('New answer')
  const dot = () => launch(page).evaluate((button) => getComputedStyle(button, '::after').content)
  expect(await dot()).toBe('""')
  await launch(page).click()
  await expect(answerCard(inPanel(page))).toContainText('Merino')
  await expect(launch(page)).toHaveAccessibleDescription('')
  expect(await dot()).toBe('none')
})

test('an uncertain answer offers a person inside the panel', async ({ page, app, site, wide }) => {
  putPages(site, app, wide)
  await page.goto(`${site.origin}/one`)
  await openPanel(page)
  await box(inPanel(page)).fill('Who won the zeppelin race of 1932?')
  await page.keyboard.press('Enter')
  await answerCard(inPanel(page)).getByLabel('Leave your email address').fill('visitor@example.test')
  await inPanel(page).getByRole('button', { name: 'Ask a person' }).click()
  await expect(inPanel(page).getByText('Thank you. A person will get back to you.')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  await page.goto(`${site.origin}/two`)
  await openPanel(page)
  await expect(answerCard(inPanel(page)), 'it is asked for once').toContainText('A person will get back to you.')
  await expect(answerCard(inPanel(page)).getByLabel('Leave your email address')).toHaveCount(0)
})

test('a person can be asked from the panel at any time', async ({ page, app, site, wide }) => {
  putPages(site, app, wide)
  await page.goto(`${site.origin}/one`)
  await openPanel(page)
  const historyLength = await page.evaluate(() => history.length)
  await inPanel(page).getByRole('link', { name: 'Ask a person' }).click()
  await expect(inPanel(page).getByLabel('Your question')).toBeInViewport()
  expect(await page.evaluate(() => history.length), 'the history belongs to the page').toBe(historyLength)
  await inPanel(page).getByLabel('Your question').fill('Do you weave sails to measure?')
  await inPanel(page).getByLabel('Leave your email address').fill('visitor@localhost')
  await inPanel(page).getByRole('button', { name: 'Ask a person' }).click()
  await expect(inPanel(page).getByText('Please enter a valid email address.')).toBeVisible()
  await inPanel(page).getByLabel('Leave your email address').fill('visitor@example.test')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/public/handoff')) sent.push(request.postDataJSON().question)
  })
  await inPanel(page).getByRole('button', { name: 'Ask a person' }).dblclick()
  await expect(inPanel(page).getByText('Thank you. A person will get back to you.')).toBeVisible()
  expect(sent).toEqual(['Do you weave sails to measure?'])
  expect(page.context().pages()).toHaveLength(1)
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`a conversation in ${colorScheme} mode`, () => {
    test.use({ colorScheme })

    test('is perceivable, from left to right and from right to left', async ({ page, app, site, wide }) => {
      for (const lang of ['en', 'ar'])
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          const scheme = `<style>html{color-scheme:light dark}</style><script>document.documentElement.dir='${lang === 'ar' ? 'rtl' : 'ltr'}'</script>`
          putPages(site, app, wide, { 'data-lang': lang }, scheme)
          await page.goto(`${site.origin}/one`)
          await openPanel(page)
          await inPanel(page).getByRole('searchbox').fill('Which wool do you use?')
          await page.keyboard.press('Enter')
          await expect(inPanel(page).locator('.votes')).toBeVisible()
          expect(await problemsOf(page), `${lang} at ${width}`).toEqual([])
          const close = await page.getByRole('button', { name: 'Close' }).boundingBox()
          const panel = await page.getByRole('dialog').boundingBox()
          const isAtStart = (close?.x ?? 0) - (panel?.x ?? 0) < 60
          expect(isAtStart, 'the close button is at the end of the header').toBe(lang === 'ar')
        }
    })
  })
