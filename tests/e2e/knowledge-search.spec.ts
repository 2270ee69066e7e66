// The ledger of the Knowledge Base, searched.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'
import { callInWorkspace, refuse, withoutEventStream } from '../support/content/workspace-content.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Sources' }).getByRole('row')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search sources...' })

test('sources are searched by title and address, with the keyboard, and the search is part of the address', async ({
  page,
}) => {
  const { workspace } = await signUpWithWorkspace(page)
  const titles = Array.from({ length: 60 }, (_, n) => ({ title: `Chapter ${n}`, content: 'Some text.' }))
  const items = [{ title: 'Caring for wool', content: 'Some text.', url: 'https://woven.example/care' }, ...titles]
  await callInWorkspace(page, workspace, 'knowledge/createTexts', { items })
  await page.goto('/knowledge')
  await expect(rows(page)).toHaveCount(51)
  await page.getByRole('heading', { name: 'Your sources' }).click()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  // It is not among the first fifty rows.
  await page.keyboard.type('WOOL')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText('Caring for wool')
  await expect(page).toHaveURL(/q=WOOL/)
  await page.reload()
  await expect(box(page)).toHaveValue('WOOL')
  await expect(rows(page)).toHaveCount(2)

  await box(page).fill('example/care')
  await expect(rows(page).last()).toContainText('Caring for wool')
  await select(page, 'Kind', 'Files')
  await expect(page.getByText('No source matches these filters.')).toBeVisible()
  await expect(page).toHaveURL(/q=example%2Fcare/)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(box(page)).toHaveValue('')
  await expect(rows(page)).toHaveCount(51)

  await box(page).fill('zeppelin')
  await expect(page.getByText('No source matches these filters.')).toBeVisible()
  await box(page).press('Escape')
  await expect(rows(page)).toHaveCount(51)
  await expect(page).not.toHaveURL(/q=/)

  await page.getByRole('tab', { name: 'Content' }).click()
  await expect(page.getByPlaceholder('Search content...')).toHaveValue('')
})

test('a failed search is reported, and the typed text is kept', async ({ page }) => {
  await signUpWithWorkspace(page)
  await withoutEventStream(page)
  await page.goto('/knowledge')
  await expect(page.getByText('No sources yet')).toBeVisible()
  const allowed = await refuse(page, 'knowledge/sources', 'The service is unavailable.')
  await box(page).fill('wool')
  await expect(page.getByText('Your sources could not be loaded')).toBeVisible()
  await expect(box(page)).toHaveValue('wool')
  await allowed()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No source matches these filters.')).toBeVisible()
})

test('results and their absence are perceivable and fit the screen', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const items = [{ title: 'Caring for wool', content: 'Some text.', url: 'https://woven.example/care' }]
  await callInWorkspace(page, workspace, 'knowledge/createTexts', { items })
  await page.goto('/knowledge?q=wool')
  await checkScreen(page, 'found', () => expect(rows(page)).toHaveCount(2))
  await box(page).fill('zeppelin')
  await checkScreen(page, 'nothing found', () => expect(page.getByText('Nothing matches')).toBeVisible())
})
