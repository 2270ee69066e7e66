// The inbox narrowed by its filters, and what it shows as a CSV file.
import { readFile } from 'node:fs/promises'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { question, questions } from '../support/browser/questions-page.ts'
import { addFaq, asked, callInWorkspace } from '../support/content/workspace-content.ts'

const LINEN = 'How do I wash linen?'

test('filters are kept in the URL and apply to the export', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: LINEN, answer: 'Wash linen by hand in cold water.' })
  const { question_id: id } = await asked(page, workspace, {
    question: '=1+1 Do you ship to islands?',
    page_url: 'https://woven.example.test/shipping',
  })
  const washing = { question: LINEN, page_url: 'https://woven.example.test/care?from=mail' }
  expect(await asked(page, workspace, washing)).toMatchObject({ outcome: 'answered' })
  await callInWorkspace(page, workspace, 'questions/notes/add', { id, text: 'Seen.' })
  await page.goto('/messages')
  await expect(questions(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByLabel('Page').selectOption('https://woven.example.test/care')
  await expect(questions(page)).toHaveCount(1)
  await expect(page).toHaveURL(/on_page=/)
  await filters.getByLabel('Source').selectOption(LINEN)
  await filters.getByLabel('Outcome').selectOption('Answered')
  await filters.getByLabel('Assigned to').selectOption('No one')
  await expect(question(page, LINEN)).toBeVisible()
  await filters.getByLabel('Outcome').selectOption('Not found')
  await says(page, 'No messages match your search')
  await page.reload()
  await says(page, 'No messages match your search')
  await expect(page.getByRole('button', { name: 'Filters (4)' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(questions(page)).toHaveCount(2)
  await expect(page).toHaveURL(/\/messages$/)

  await checkScreen(page, 'filters', async () => {
    await page.goto('/messages?outcome=refused')
    await expect(questions(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(filters.getByLabel('Language')).toBeVisible()
  })
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^questions-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`,"'=1+1 Do you ship to islands?",`)
})

test('two filters chosen before the page renders again are both kept', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await asked(page, workspace, { question: LINEN })
  await page.goto('/messages')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  const outcome = await filters.getByLabel('Outcome').elementHandle()
  await filters.getByLabel('Assigned to').evaluate(async (assignee, outcomeSelect) => {
    const choose = (select: HTMLSelectElement, value: string) => {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
    choose(outcomeSelect as HTMLSelectElement, 'refused')
    // Microtasks change the URL; React renders in a later task.
    while (!location.search) await null
    choose(assignee as HTMLSelectElement, 'none')
  }, outcome)
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible()
  await expect(page).toHaveURL(/outcome=refused.*assignee=none/)
})
