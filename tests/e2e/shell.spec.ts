// The dashboard shell: sidebar and drawer, plan, menus, notifications, and the 404 page.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { checkFocus } from '../support/browser/keyboard.ts'
import { hold } from '../support/content/shop.ts'
import { addFaq, callInWorkspace, withoutEventStream } from '../support/content/workspace-content.ts'

test.use(WITH_MOTION)

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Sidebar' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' })

/** Once its entrance is over, in CSS pixels. */
const widthOf = (locator: ReturnType<typeof sidebar>) =>
  expect.poll(async () => Math.round((await locator.boundingBox())?.width ?? 0))

const WEEK_SECONDS = 7 * 24 * 60 * 60

test.describe('the sidebar', () => {
  test('is toggled by Ctrl+B and the button, and a cookie remembers that for seven days', async ({ page, context }) => {
    await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await widthOf(sidebar(page)).toBe(256)
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Control+b')
    await widthOf(sidebar(page)).toBe(48)
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
    expect(cookie).toMatchObject({ value: 'collapsed', path: '/', sameSite: 'Lax' })
    const left = (cookie?.expires ?? 0) - Date.now() / 1000
    expect(left).toBeGreaterThan(WEEK_SECONDS - 300)
    expect(left).toBeLessThanOrEqual(WEEK_SECONDS)

    await page.reload()
    await widthOf(sidebar(page)).toBe(48)
    const link = sidebar(page).getByRole('link', { name: 'FAQs' })
    await link.hover()
    await expect(page.getByText('FAQs', { exact: true }).last()).toBeVisible()
    await link.click()
    await expect(page).toHaveURL('/pages')
    await toggle(page).click()
    await widthOf(sidebar(page)).toBe(256)
    await page.reload()
    await widthOf(sidebar(page)).toBe(256)
  })

  test('has its groups, and marks the current page', async ({ page }) => {
    await signUpWithWorkspace(page)
    await page.goto('/messages')
    const main = page.getByRole('navigation', { name: 'Main' })
    for (const [name, path] of [
      ['Dashboard', '/dashboard'],
      ['Questions', '/messages'],
      ['Knowledge', '/knowledge'],
      ['FAQs', '/pages'],
      ['Widgets', '/widgets'],
      ['Share FAQ', '/faq-links'],
      ['Profile', '/profile'],
    ] as const)
      await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    await expect(main.getByRole('link', { name: 'Questions' })).toHaveAttribute('aria-current', 'page')
    for (const group of ['Pages', 'Settings'])
      await expect(main.getByRole('heading', { name: group, exact: true })).toBeVisible()
    await main.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
    // The editor has two entries: its text names the second, too.
    await main.getByRole('link', { name: 'Appearance' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Widgets')
    await expect(page.getByRole('main')).toContainText('Appearance of your FAQ page and your widget')
  })

  test('shows the entry of the current page in a low window', async ({ page }) => {
    await signUpWithWorkspace(page)
    await page.setViewportSize({ width: 1024, height: 480 })
    const shown = Promise.withResolvers<void>()
    await page.route('**/api/rpc/workspaces/current', async (route) => {
      await shown.promise
      await route.continue()
    })
    await page.goto('/settings?tab=security')
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' })
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expect(entry).toBeInViewport({ ratio: 1 })
    // The plan below the list takes room from it when it is loaded.
    shown.resolve()
    await expect(page.getByText('0 of 50 FAQs')).toBeVisible()
    await expect(entry).toBeInViewport({ ratio: 1 })
  })

  test('releases the focus immediately, while the drawer is still closing', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await toggle(page).click()
    await expect(drawer(page)).toBeInViewport({ ratio: 1 })
    // Two hundred times as slow: forty seconds.
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.005 })
    await drawer(page).getByRole('link', { name: 'FAQs' }).press('Enter')
    await expect(page).toHaveURL('/pages')
    await page.keyboard.press('Tab')
    await checkFocus(page)
    const slides = page.locator('#sidebar')
    await expect(slides).toBeAttached()
    expect(await slides.evaluate((element) => element.contains(element.ownerDocument.activeElement))).toBe(false)
  })

  test('is a drawer below 768 px', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(drawer(page)).toBeHidden()
    await expect(sidebar(page)).toBeHidden()
    await toggle(page).click()
    await widthOf(drawer(page)).toBe(288)
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await expect(toggle(page)).toBeFocused()
    await page.keyboard.press('Control+b')
    await drawer(page).getByRole('link', { name: 'FAQs' }).click()
    await expect(page).toHaveURL('/pages')
    await expect(drawer(page)).toBeHidden()
    await toggle(page).click()
    await drawer(page).getByRole('button', { name: 'Close sidebar' }).click()
    await expect(drawer(page)).toBeHidden()
    await page.setViewportSize({ width: 768, height: 800 })
    await widthOf(sidebar(page)).toBe(256)
  })

  test('shows the plan and the number of FAQs, live', async ({ page }) => {
    const { workspace } = await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await expect(sidebar(page)).toContainText('Free Trial (7 days left)')
    await expect(sidebar(page)).toContainText('0 of 50 FAQs')
    const headers = { 'x-workspace-id': workspace.id }
    const data = { json: { question: 'Why?', answer: 'Because.' } }
    expect((await page.request.post('/api/rpc/faqs/create', { data, headers })).ok()).toBe(true)
    await expect(sidebar(page)).toContainText('1 of 50 FAQs')
    await sidebar(page).getByRole('link', { name: 'Upgrade Plan' }).click()
    await expect(page).toHaveURL('/profile?tab=billing')
  })

  test('shows a spinner on an entry until its page is ready', async ({ page }) => {
    await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada')
    const letGo = await hold(page, '**/assets/questions-page-*.js')
    const entry = sidebar(page).getByRole('link', { name: 'Questions' })
    await entry.click()
    await expect(entry.locator('svg.animate-spin')).toBeVisible()
    await expect(page.getByRole('main').getByRole('status')).toBeVisible()
    letGo()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
    await expect(entry.locator('svg.animate-spin')).toBeHidden()
  })
})

test('a menu covers an earlier notification', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signUpWithWorkspace(page)
  // So low that the two meet.
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Copy', exact: true }).click()
  const notified = toasts(page).getByRole('dialog')
  await expect(notified).toBeVisible()
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  // One evaluation, because a notification disappears by itself.
  const over = await page.evaluate(`(() => {
    const { left, right, top, bottom } = document.querySelector('.toast').getBoundingClientRect()
    return [...document.querySelectorAll('[role^=menuitem]')].flatMap((entry) => {
      const box = entry.getBoundingClientRect()
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const meet = at.x > left && at.x < right && at.y > top && at.y < bottom
      return meet ? [entry.contains(document.elementFromPoint(at.x, at.y))] : []
    })
  })()`)
  expect(over).toContain(true)
  expect(over).not.toContain(false)
})

test('cached data is loaded again in time: the workspace after 30 minutes, the user after 60', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.clock.install()
  await withoutEventStream(page)
  await page.goto('/messages')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
  // The workspace has come: its time runs from here.
  await expect(sidebar(page)).toContainText('0 of 50 FAQs')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const current = page.waitForRequest('**/api/rpc/workspaces/current')
  await page.clock.fastForward(30 * 60_000)
  await current
  await page.clock.fastForward(25 * 60_000)
  await sidebar(page).getByRole('link', { name: 'FAQs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs')
  expect(asked.filter((path) => /accounts\/me|workspaces\/list/.test(path))).toEqual([])
  // Coming back to the window asks for what is older than its time.
  const becomeVisible = () => page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
  const list = page.waitForRequest('**/api/rpc/workspaces/list')
  await becomeVisible()
  await list
  expect(asked.filter((path) => path.endsWith('accounts/me'))).toEqual([])
  await page.clock.fastForward(6 * 60_000)
  const person = page.waitForRequest('**/api/rpc/accounts/me')
  await becomeVisible()
  await person
})

test.describe('an offline browser', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('is reported by the dashboard, which keeps the input, and saves it after reconnecting', async ({
    page,
    context,
  }) => {
    await signUpWithWorkspace(page)
    await page.goto('/settings')
    const name = page.getByLabel('Workspace name')
    await expect(name).toHaveValue('Woven Goods')
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await name.fill('Woven Things')
    const save = page.getByRole('button', { name: 'Save Changes' }).first()
    await save.click()
    await expect(save).toBeEnabled()
    await expect(name).toHaveValue('Woven Things')
    await context.setOffline(false)
    await expect(page.getByText('You are offline.')).toBeHidden()
    // The message of the failure could not be loaded then; it is not lost.
    await expect(toasts(page)).toContainText('The server cannot be reached')
    await save.click()
    await expect(page.getByRole('button', { name: /Woven Things/ }).first()).toBeVisible()
  })
})

test('a page that is not ready keeps the former one for 600 ms, then shows a spinner', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada')
  await page.clock.pauseAt(Date.now() + 60_000)
  const letGo = await hold(page, '**/assets/questions-page-*.js')
  const entry = sidebar(page).getByRole('link', { name: 'Questions' })
  await entry.click()
  await expect(entry.locator('svg.animate-spin')).toBeVisible()
  await page.clock.runFor(599)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada')
  await page.clock.runFor(1)
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await page.clock.resume()
  letGo()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions')
})

for (const path of ['/nothing/here', '/dashboard/nothing', '/messages/7']) {
  test(`${path} is not found: status 404, the specified texts, a link home`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await expect(page).toHaveTitle(/^Page not found/)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create and Manage Your FAQ Knowledge Base')
  })
}

test('an open menu stays in place while a row above its own is removed', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Is wool washed?', answer: 'Never.' })
  await addFaq(page, workspace, { question: 'Is linen ironed?', answer: 'Yes, damp.' })
  await page.goto('/pages')
  const linen = page.getByRole('row').filter({ hasText: 'Is linen ironed?' })
  await linen.getByRole('button', { name: 'More actions' }).click()
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await edit.hover()
  const before = await edit.boundingBox()
  const rowBefore = await linen.boundingBox()
  await callInWorkspace(page, workspace, 'faqs/delete', { id })
  await expect.poll(async () => (await linen.boundingBox())?.y).toBeLessThan(rowBefore?.y ?? 0)
  expect(await edit.boundingBox()).toEqual(before)
  await edit.click()
  await expect(page.getByRole('dialog').getByLabel('Question', { exact: true })).toHaveValue('Is linen ironed?')
})
