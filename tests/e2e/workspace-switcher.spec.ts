// Which workspace is shown: the switcher's menu, creating, selecting and deleting, and none at all.
import type { Page } from '@playwright/test'
import { operator } from '../support/app/operator-command.ts'
import { expect, test } from '../support/browser/browser.ts'
import { createWorkspace, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const switcher = (page: Page) => page.getByRole('button', { name: /^Workspace: / })
const saved = (page: Page) => page.evaluate(() => localStorage.getItem('currentWorkspaceId'))

/** Every title that a question has from now on. As text: this file is typed without a document. */
const WATCH_TITLES = `(() => {
  const titles = new Set()
  const look = () => titles.add(document.querySelector('[role=alertdialog] h2')?.textContent)
  look()
  new MutationObserver(() => document.querySelector('[role=alertdialog]') && look())
    .observe(document.body, { subtree: true, childList: true, characterData: true })
  return titles
})()`

test('a trial has one workspace, and another is refused with the specified message', async ({ page }) => {
  await signUpWithWorkspace(page, 'Woven Goods')
  await page.goto('/dashboard')
  await switcher(page).click()
  await page.getByRole('option', { name: 'Create workspace' }).click()
  await expect(page).toHaveURL('/workspace-setup')
  const alert =
    "You've reached the limit of 1 workspace for the Free plan. Please upgrade to Pro for unlimited workspaces."
  await expect(page.getByRole('alert').filter({ hasText: alert })).toBeVisible()
  await page.getByLabel('Workspace name').fill('Second')
  await page.getByLabel('Business website URL').fill('https://second.example.test')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(toasts(page)).toContainText('Workspace Limit Reached')
  await expect(toasts(page)).toContainText(
    'Free plan allows only 1 workspace. Please upgrade to Pro to create more workspaces.',
  )
  await expect(page).toHaveURL('/workspace-setup')
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(switcher(page)).toContainText('Woven Goods')
})

test('the fields of a new workspace are validated', async ({ page }) => {
  await signUp(page)
  await page.goto('/workspace-setup')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page.getByText('Please enter a workspace name.')).toBeVisible()
  await page.getByLabel('Workspace name').fill('   ')
  await expect(page.getByText('Please enter a workspace name.')).toBeVisible()
  await page.getByLabel('Workspace name').fill('x'.repeat(200))
  await expect(page.getByText('Please keep this to at most 100 characters.')).toBeVisible()
  await page.getByLabel('Workspace name').fill('Woven Goods')
  await page.getByLabel('Business website URL').fill('not a website')
  await page.getByRole('button', { name: 'Create Workspace' }).click()
  await expect(page.getByText('Please enter a valid URL')).toBeVisible()
})

test('a user with free access has many workspaces: search, switch, return to the saved one, delete', async ({
  page,
  app,
}) => {
  const { person, workspace: first } = await signUpWithWorkspace(page, 'Amber Goods')
  const args = ['--email', person.email, '--password', person.password, '--name', 'Birch Goods', '--free-access']
  const second = await operator(app, args)
  const third = await createWorkspace(page, 'Cedar Ltd')

  // Nothing is saved: the newest one. What is saved and not among them does not count.
  await page.goto('/dashboard')
  await expect(switcher(page)).toContainText('Cedar Ltd')
  expect(await saved(page)).toBe(third.id)
  await expect(sidebar(page)).toContainText('Pro')
  await expect(sidebar(page)).toContainText('0 FAQs')
  await page.evaluate((id) => localStorage.setItem('currentWorkspaceId', id), 'gone')
  await page.reload()
  await expect(switcher(page)).toContainText('Cedar Ltd')
  await page.evaluate((id) => localStorage.setItem('currentWorkspaceId', id), first.id)
  await page.reload()
  await expect(switcher(page)).toContainText('Amber Goods')

  // The sidebar stays where it is while the page is scrolled, and so does what opens from it.
  await page.setViewportSize({ width: 1280, height: 400 })
  await switcher(page).click()
  const menu = page.getByRole('dialog', { name: 'Workspaces' })
  const top = async () => (await menu.boundingBox())?.y
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(288)
  const opened = await top()
  expect(opened).toBeGreaterThan(50)
  // In the very moment of scrolling: what is put right afterwards is seen to jump.
  const scrolled = `(window.scrollTo(0, 120), document.querySelector('[role=dialog]').getBoundingClientRect().y)`
  expect(await page.evaluate(scrolled)).toBe(opened)
  expect(await page.evaluate('window.scrollY')).toBe(120)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.goto('/pages')
  await switcher(page).click()
  const search = page.getByRole('combobox', { name: 'Search workspaces' })
  await expect(search).toBeFocused()
  await search.fill('ltd')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/Cedar Ltd$/])
  await search.fill('zebra')
  await expect(page.getByText('No workspace found')).toBeVisible()
  await search.fill('goods')
  await expect(page.getByRole('option', { name: /Goods/ })).toHaveText([
    /Birch Goods/,
    /Amber Goods/,
    /Delete Amber Goods/,
  ])
  await page.keyboard.press('Home')
  await search.fill('birch')
  await page.keyboard.press('Enter')
  await expect(switcher(page)).toContainText('Birch Goods')
  expect(await saved(page)).toBe(second.workspace_id)
  await page.reload()
  await expect(switcher(page)).toContainText('Birch Goods')

  const remove = async (name: string) => {
    await switcher(page).click()
    await page.getByRole('option', { name: `Delete ${name}` }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox', { name: /^Type / }).fill('Birch')
    await dialog.getByRole('button', { name: 'Delete workspace' }).click()
    await expect(dialog).toContainText(`Please type "${name}" to confirm`)
    await dialog.getByRole('textbox', { name: /^Type / }).fill(name)
    await dialog.getByLabel('Your password', { exact: true }).fill('woven-thread-7')
    // The dialog keeps naming the former workspace while it is open, although another one was selected.
    const asked = await page.evaluateHandle<Set<string>>(WATCH_TITLES)
    await dialog.getByRole('button', { name: 'Delete workspace' }).click()
    await expect(toasts(page).getByText('Workspace deleted successfully').first()).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await asked.evaluate((titles) => [...titles])).toEqual([`Delete ${name}?`])
  }
  await remove('Birch Goods')
  await expect(page).toHaveURL('/dashboard')
  await expect(switcher(page)).toContainText('Cedar Ltd')
  expect((await page.request.get(`/faq/${second.subdomain}`)).status()).toBe(404)
  await remove('Cedar Ltd')
  await expect(switcher(page)).toContainText('Amber Goods')
  await remove('Amber Goods')
  await expect(page).toHaveURL('/workspace-setup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your first workspace')
  expect(await saved(page)).toBe(null)
})

test('each page reports that there is no workspace', async ({ page }) => {
  await signUp(page)
  for (const path of ['/dashboard', '/pages', '/messages']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText('No workspace selected')).toBeVisible()
  }
  await expect(page.getByText('Please select a workspace to view messages.')).toBeVisible()
})
