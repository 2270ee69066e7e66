// FAQs out of files and into files: a nasty CSV file, what became of each row, the export, and the export again.
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'
import { addFaq, callInWorkspace } from '../support/content/workspace-content.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const choose = (page: Page, name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

/** As a spreadsheet in Germany saves it: semicolons, Windows-1252. */
const NASTY = Buffer.from(
  [
    'Frage;Antwort;Antwort;Kategorie;Zustand',
    'Wie groß ist er?;"Ein ""Meter"";\nund mehr";ignored;Maße;Veröffentlicht',
    "'=1+1?;'@SUM(A1);;;",
    'IS WOOL WARM;Very.;;;',
    'How can I wash wool?;By hand.;;;',
    'Broken;"shut" early;;;',
    'No answer;;;;',
    'Odd state?;Yes.;;;someday',
  ].join('\r\n'),
  'latin1',
)

test('a malformed file is imported, exported, and imported again', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Is wool warm?', answer: 'Yes.', status: 'published' })
  await addFaq(page, workspace, { question: 'How do I wash wool?', answer: 'Gently.', status: 'published' })
  await page.goto('/pages')
  await page.getByRole('button', { name: 'Actions for all FAQs' }).click()
  await page.getByRole('menuitem', { name: 'Import FAQs' }).click()
  await expect(page).toHaveURL(/\/pages\/import$/)

  await choose(page, 'faqs.csv', Buffer.from([0x50, 0x4b, 3, 4]))
  await expect(page.getByText('This is a workbook or an archive, not text.')).toBeVisible()
  await choose(page, 'faqs.csv', '')
  await expect(page.getByText('This file is empty. There is nothing to import.')).toBeVisible()

  await choose(page, 'faqs.csv', NASTY)
  await expect(row(page, 'Antwort (2)').getByRole('combobox')).toHaveValue('nothing')
  await expect(row(page, 'Kategorie').getByRole('combobox')).toHaveValue('category')
  const preview = page.getByRole('table', { name: 'Preview' })
  const shown = (text: string) => preview.getByRole('row').filter({ hasText: text })
  await expect(shown('Wie groß ist er?')).toContainText('Maße')
  await expect(shown('=1+1?')).toContainText('New')
  await expect(shown('IS WOOL WARM')).toContainText('Exists: Is wool warm?')
  await expect(shown('How can I wash wool?')).toContainText('Similar to: How do I wash wool?')
  await expect(page.getByText('4 ready · 3 will be refused · 1 already exist as FAQs')).toBeVisible()
  await checkScreen(page, 'import', () => expect(shown('=1+1?')).toBeVisible())
  await page.setViewportSize({ width: 1440, height: 900 })
  await select(page, 'Import Frage as', 'Don’t import')
  await expect(page.getByText('Please choose the column with the question. A FAQ needs both.')).toBeVisible()
  await select(page, 'Import Frage as', 'Question')
  await page.getByRole('button', { name: 'Import 4 rows' }).click()

  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const results = page.getByRole('table', { name: 'Result of each row' })
  await expect(results).toContainText('A quotation mark closes in the middle of a cell.')
  await expect(results).toContainText('“someday” is no status: draft, published or archived.')
  await expect(results).toContainText('Question and answer are required')
  await select(page, 'Rows to show', 'All rows (7)')
  await expect(results.getByRole('row').filter({ hasText: 'IS WOOL WARM' })).toContainText('Skipped')
  const told = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download results' }).click()
  const outcome = await readFile(await (await told).path(), 'utf8')
  expect(outcome).toContain('Line,Outcome,Reason,FAQ id,Frage,Antwort,Antwort (2),Kategorie,Zustand')
  expect(outcome).toContain('refused,Question and answer are required,,No answer')

  await page.getByRole('link', { name: 'Show FAQs' }).click()
  await expect(row(page, '=1+1?')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for all FAQs' }).click()
  await page.getByRole('menuitem', { name: 'Export FAQs' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('link', { name: 'Export' }).click()
  const exported = await readFile(await (await file).path(), 'utf8')
  expect(exported).toContain(`"'=1+1?",`)
  expect(exported).toContain('"Ein ""Meter"";\nund mehr",Maße,published,3')

  await page.goto('/pages/import')
  await choose(page, 'faqs.csv', exported)
  await page.getByRole('button', { name: 'Import 5 rows' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await select(page, 'Rows to show', 'Skipped (5)')
  await expect(results.getByRole('row')).toHaveCount(6)
})

test('an import whose page is closed reports its progress, and continues without duplicates', async ({
  page,
}, testInfo) => {
  const { workspace } = await signUpWithWorkspace(page)
  const rows = Array.from({ length: 45 }, (_, index) => `Question ${index}?,Answer ${index}`)
  // A real file: the modification time identifies it, too.
  const file = testInfo.outputPath('faqs.csv')
  await writeFile(file, `question,answer\n${rows.join('\n')}`)
  await page.goto('/pages/import')
  // The answer gets lost on its way, as when the connection breaks.
  await page.route('**/api/rpc/faqs/import', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 408, body: '' })
  })
  await page.locator('input[type=file]').setInputFiles(file)
  await select(page, 'If a FAQ with the same question exists', 'Add it anyway')
  await page.getByRole('button', { name: 'Import 45 rows' }).click()
  await expect(page.getByRole('heading', { name: 'The import is interrupted' })).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/rpc/faqs/import')

  // After a reload the page knows of the interrupted import and continues with the same file.
  const later = await page.context().newPage()
  await later.goto('/pages/import')
  await expect(later.getByText('The import of faqs.csv was interrupted after 0 of 45 rows.')).toBeVisible()
  await later.locator('input[type=file]').setInputFiles(file)
  await later.getByRole('button', { name: 'Continue the import' }).click()
  await expect(later.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await later.close()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await select(page, 'Rows to show', 'Created (45)')
  const { total } = await callInWorkspace<{ total: number }>(page, workspace, 'faqs/rows')
  expect(total).toBe(45)
})

test('a source with questions and answers is imported from its row', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/knowledge')
  await page.getByLabel('Files to upload').setInputFiles({
    name: 'help.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Question,Answer\nCan I rent a loom?,"Yes, by the week."\nWho repairs looms?,Our workshop.\n'),
  })
  const source = page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: 'help.csv' })
  await expect(source).toContainText('Ready')
  await source.getByRole('link', { name: 'Import as FAQs' }).click()
  const preview = page.getByRole('table', { name: 'Preview' })
  await expect(preview.getByRole('row').filter({ hasText: 'Can I rent a loom?' })).toContainText('Yes, by the week.')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const results = page.getByRole('table', { name: 'Result of each row' })
  await expect(results.getByRole('row').filter({ hasText: 'Created' })).toHaveCount(2)
})
