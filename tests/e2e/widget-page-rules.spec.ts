// Suggestions of the widget by page of a customer's website, and the prompts beside its button.
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app/app-server.ts'
import { answerCard, type Shop } from '../support/content/shop.ts'
import {
  expect,
  frameOn,
  inPanel,
  launch,
  MANY,
  ownerCalls,
  test,
  theFrame,
  untilFrameAlive,
} from '../support/content/widget-shop.ts'
import { type HostSite, strictPolicy, widgetTag } from '../support/websites/host-site.ts'

const suggested = (page: Page) => inPanel(page).getByRole('heading', { name: 'Suggested questions' })
const bubble = (page: Page, name: string) => page.getByRole('status').getByRole('button', { name, exact: true })
const TEXT = '<main><h1>A shop</h1><a id="before" href="#before">A link of the shop</a></main>'

/** Pages of the shop with its button, under a policy that forbids everything else. */
function putPages(site: HostSite, app: AppServer, shop: Shop, paths: readonly string[]): void {
  const tag = widgetTag(app.url, { 'data-workspace-id': shop.workspace_id, 'data-mode': 'launcher' })
  for (const path of paths) site.put(path, { body: TEXT + tag, policy: strictPolicy(app.url) })
}

/** Resolves when the frame has answered everything it was asked before. */
async function untilFrameAnswered(page: Page): Promise<void> {
  await untilFrameAlive(page)
  await theFrame(page).evaluate('new Promise((done) => setTimeout(() => setTimeout(done)))')
}

const prompt = (text: string, trigger: 'delay' | 'exit' = 'delay') => ({
  prompt_text: text,
  prompt_trigger: trigger,
  delay_seconds: 1,
})
/** The pointer leaves the window through its top. */
const leave = (page: Page) =>
  page.evaluate("document.body.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, clientY: -1 }))")

test('each page has its own suggestions, without further requests', async ({ page, app, site, newShop }) => {
  const shop = await newShop(MANY)
  const call = await ownerCalls(app, shop)
  const { items } = (await call('faqs/list', { q: 'Which wool' })) as { items: { id: string }[] }
  const draft = (await call('faqs/create', { question: 'What is secret?', answer: 'It.', status: 'draft' })) as {
    id: string
  }
  await call('pageRules/save', {
    rules: [
      {
        include: ['/pricing'],
        exclude: ['/pricing/old'],
        suggestions: [{ faq_id: items[0]?.id }, { faq_id: draft.id }],
      },
      { include: ['/docs/*/api$'], suggestions: [{ question: 'Do you mend old blankets?' }] },
      { include: ['/off'], is_enabled: false, suggestions: [{ question: 'Never?' }] },
    ],
  })
  putPages(site, app, shop, ['/pricing', '/pricing/old', '/docs/1/api', '/off'])
  const loaded: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === app.url) loaded.push(pathname)
  })
  await page.goto(`${site.origin}/pricing?from=mail#top`)
  await expect(launch(page)).toBeVisible()
  expect(loaded).toEqual(['/widget.js', '/widget/launcher.js'])
  const script = await (await fetch(`${app.url}/widget/launcher.js?workspace_id=${shop.workspace_id}`)).text()
  expect(script).toContain('Which wool do you use?')
  expect(script).not.toMatch(/secret|Never/)

  await launch(page).click()
  await expect(suggested(page)).toBeVisible()
  await expect(inPanel(page).locator('.suggestion')).toHaveText(['Which wool do you use?'])
  await untilFrameAlive(page)
  await inPanel(page).getByRole('button', { name: 'Which wool do you use?' }).click()
  await expect(answerCard(inPanel(page))).toContainText('Merino from small farms.')
  await expect(suggested(page)).toBeHidden()

  await page.goto(`${site.origin}/docs/1/api`)
  await launch(page).click()
  await expect(inPanel(page).locator('.suggestion')).toHaveText(['Do you mend old blankets?'])
  for (const path of ['/pricing/old', '/off']) {
    await page.goto(site.origin + path)
    await launch(page).click()
    await untilFrameAnswered(page)
    await expect(suggested(page)).toHaveCount(0)
  }
})

test('suggestions follow a single-page application, also in an open panel', async ({ page, app, site, newShop }) => {
  const shop = await newShop(MANY)
  const call = await ownerCalls(app, shop)
  await call('pageRules/save', {
    rules: [
      { include: ['/one'], suggestions: [{ question: 'Is this one?' }] },
      { include: ['/two'], suggestions: [{ question: 'Is this two?' }] },
    ],
  })
  putPages(site, app, shop, ['/one'])
  await page.goto(`${site.origin}/one`)
  await launch(page).click()
  await expect(inPanel(page).locator('.suggestion')).toHaveText(['Is this one?'])
  await untilFrameAlive(page)
  const navigate = (path: string) =>
    page.evaluate(`history.pushState({}, '', '${path}'), document.querySelector('h1').append('.')`)
  await navigate('/two')
  await expect(inPanel(page).locator('.suggestion')).toHaveText(['Is this two?'])
  await navigate('/three')
  await expect(suggested(page)).toHaveCount(0)
})

test('a frame within a page has suggestions too', async ({ page, app, site, newShop }) => {
  const shop = await newShop(MANY)
  const call = await ownerCalls(app, shop)
  await call('pageRules/save', { rules: [{ include: ['/'], suggestions: [{ question: 'Is this right?' }] }] })
  site.put('/inline', { body: TEXT + widgetTag(app.url, { 'data-workspace-id': shop.workspace_id }) })
  await page.goto(`${site.origin}/inline`)
  await expect(frameOn(page).locator('.suggestion')).toHaveText(['Is this right?'])
})

test('a prompt is shown once per visit and at most a few times a day, takes no focus, and opens the panel', async ({
  page,
  context,
  app,
  site,
  newShop,
}) => {
  const shop = await newShop(MANY)
  const call = await ownerCalls(app, shop)
  await call('pageRules/save', { rules: [{ include: ['/p'], ...prompt('Any questions?') }], prompts_per_day: 2 })
  putPages(site, app, shop, ['/p', '/page-two'])
  await page.goto(`${site.origin}/p`)
  await page.locator('#before').focus()
  await expect(bubble(page, 'Any questions?')).toBeVisible()
  await expect(page.locator('#before')).toBeFocused()
  expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0)
  expect(await context.cookies()).toEqual([])
  await bubble(page, 'Any questions?').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(bubble(page, 'Any questions?')).toHaveCount(0)

  // Another page of the same visit.
  await page.goto(`${site.origin}/page-two`)
  await untilFrameAnswered(page)
  await expect(bubble(page, 'Any questions?')).toHaveCount(0)

  // Two more visits on the same day.
  for (const count of [1, 0]) {
    const visit = await context.newPage()
    await visit.goto(`${site.origin}/p`)
    if (count === 1) await expect(bubble(visit, 'Any questions?')).toBeVisible()
    await untilFrameAnswered(visit)
    await expect(bubble(visit, 'Any questions?')).toHaveCount(count)
    await visit.close()
  }
})

test('a prompt on leaving is dismissed with the keyboard, and moves the focus to the button', async ({
  page,
  app,
  site,
  newShop,
}) => {
  const shop = await newShop(MANY)
  const call = await ownerCalls(app, shop)
  await call('pageRules/save', { rules: [{ include: ['/'], ...prompt('هل لديك أسئلة؟', 'exit') }] })
  putPages(site, app, shop, ['/'])
  await page.goto(`${site.origin}/`)
  await expect(launch(page)).toBeVisible()
  await leave(page)
  const say = bubble(page, 'هل لديك أسئلة؟')
  await expect(say).toBeVisible()
  await expect(say).toHaveCSS('direction', 'rtl')
  await page.locator('#before').focus()
  await page.keyboard.press('Tab')
  await expect(launch(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(say).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(say).toHaveCount(0)
  await expect(launch(page)).toBeFocused()
})

test('there is no prompt when the browser blocks storage for the frame', async ({ page, app, site, newShop }) => {
  const shop = await newShop(MANY)
  const call = await ownerCalls(app, shop)
  await call('pageRules/save', { rules: [{ include: ['/'], ...prompt('Any questions?', 'exit') }] })
  putPages(site, app, shop, ['/'])
  await page.addInitScript(
    "if (self !== top) Object.defineProperty(self, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })",
  )
  await page.goto(`${site.origin}/`)
  await expect(launch(page)).toBeVisible()
  await leave(page)
  await untilFrameAnswered(page)
  await expect(bubble(page, 'Any questions?')).toHaveCount(0)
  await launch(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
