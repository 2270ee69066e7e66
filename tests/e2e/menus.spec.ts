// Menus of rows that change while they are open.
import { expect, test, WITH_MOTION } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'

test.use(WITH_MOTION)

test('an open menu stays in place while its row is being loaded', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { ids } = await callInWorkspace<{ ids: string[] }>(page, workspace, 'knowledge/createTexts', {
    items: [{ title: 'Hours', content: 'The workshop opens at nine.' }],
  })
  // Keeps the row in the state "processing" for this page.
  let reading = true
  await page.route('**/api/rpc/knowledge/sources', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({
      response,
      body: reading ? body.replaceAll('"state":"ready"', '"state":"processing"') : body,
    })
  })
  await page.goto('/knowledge')
  // By its tag: while a menu is open, the page behind it is hidden from assistive technology.
  const row = page.locator('tr', { hasText: 'Hours' })
  await expect(row).toContainText('Processing')
  await page.getByRole('button', { name: 'Actions for Hours' }).click()
  const entry = page.getByRole('menuitem', { name: 'Delete' })
  await expect(entry).toBeVisible()
  const before = await page.getByRole('menuitem').allTextContents()
  reading = false
  await callInWorkspace(page, workspace, 'knowledge/updateSource', { id: ids[0], priority: 'high' })
  await expect(row).toContainText('Ready')
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(before)
  await entry.click()
  await expect(page.getByRole('alertdialog', { name: 'Delete Content' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Hours' }).click()
  await expect(page.getByRole('menuitem', { name: 'See what was read' })).toBeVisible()
})
