// The command palette and the theme, which are available on every page of the dashboard.
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'

test.describe('palette', () => {
  test('goes to pages, creates a FAQ, switches the workspace; all by keyboard', async ({ page }) => {
    await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('ques')
    await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/messages')
    await expect(palette).toBeHidden()

    await page.getByRole('button', { name: /Search or jump to/ }).click()
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.keyboard.press('Meta+k')
    await page.keyboard.type('new answer')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Create FAQ' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Create FAQ' })).toBeHidden()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/settings?tab=security')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('zebra')
    await expect(palette.getByText('Nothing found')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette).toBeHidden()
  })
})

test('the theme is remembered', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const choose = async (theme: string) => {
    await page.getByRole('button', { name: /^Account menu of/ }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
    await page.keyboard.press('Escape')
  }
  const light = await paper()
  await choose('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await page.goto('/pages')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await paper()).toBe(dark)
  await choose('System')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  await expect.poll(paper).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe(dark)
  await choose('Light')
  await expect.poll(paper).toBe(light)
})
