// The dialogs in which a FAQ is written: create, edit, what they warn of and what they keep.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'
import { writeAnswer } from '../support/content/answer-editor.ts'
import { addFaq, callInWorkspace } from '../support/content/workspace-content.ts'

const row = (page: Page, question: string | RegExp): Locator => page.getByRole('row').filter({ hasText: question })
const says = (page: Page, message: string) => expect(page.getByText(message, { exact: true }).first()).toBeVisible()

/** Opens a row's menu and chooses an entry of it. */
async function choose(page: Page, question: string, entry: string): Promise<void> {
  await row(page, question).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('the first FAQ is created: required fields, preview, list, answer', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/pages')
  await expect(page.getByRole('heading', { name: 'FAQs', exact: true })).toBeVisible()
  await says(page, 'Manage your FAQ content and pages')
  await says(page, 'No FAQs found. Click "Create FAQ" to add your first FAQ.')

  await page.getByRole('button', { name: 'Create FAQ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create FAQ' })
  const box = await dialog.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(625)
  await expect(dialog.getByLabel('Question', { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: 'Create FAQ' }).click()
  await expect(dialog.getByText('Question and answer are required')).toBeVisible()
  await expect(dialog.getByLabel('Question', { exact: true })).toBeFocused()

  await dialog.getByLabel('Question', { exact: true }).fill('How is linen washed?')
  await writeAnswer(
    dialog.getByLabel('Answer', { exact: true }),
    'By **hand**:\n\n1. Soak\n2. Rinse\n\nSee https://woven.example.test/care.',
  )
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('How is linen washed?')).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('hand')
  await expect(preview.getByRole('listitem')).toHaveText(['Soak', 'Rinse'])
  await dialog.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'FAQ created successfully')
  await expect(dialog).toBeHidden()

  const created = row(page, 'How is linen washed?')
  await expect(created).toContainText('General')
  await expect(created).toContainText('Draft')
  await page.getByRole('button', { name: 'How is linen washed?', exact: true }).click()
  const link = page.getByRole('link', { name: 'https://woven.example.test/care' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener nofollow')
  await page.getByRole('button', { name: 'How is linen washed?', exact: true }).click()
  await expect(link).toBeHidden()
})

test('a FAQ is edited: text, category, status, order and alternative questions', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'First question?', answer: 'One.' })
  await addFaq(page, workspace, { question: 'Second question?', answer: 'Two.' })
  await page.goto('/pages')
  await choose(page, 'Second question?', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
  await dialog.getByLabel('Question', { exact: true }).fill('Where is the loom?')
  await dialog.getByLabel('Display order').fill('one')
  await select(dialog, 'Category', 'New category…')
  await dialog.getByLabel('New category').fill('Machines')
  await select(dialog, 'Status', 'Archived')
  const another = dialog.getByLabel('Add an alternative question')
  await another.fill('Where do you weave?')
  await another.press('Enter')
  await another.fill('Loom location')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('button', { name: 'Remove alternative question 1' }).click()
  await expect(dialog.getByLabel('Alternative question 1', { exact: true })).toHaveValue('Loom location')

  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Please enter a whole number from 1.')).toBeVisible()
  await dialog.getByLabel('Display order').fill('1')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says(page, 'FAQ updated successfully')

  await expect(page.getByRole('row').nth(1)).toContainText('Where is the loom?')
  await expect(row(page, 'Where is the loom?')).toContainText('Machines')
  await expect(row(page, 'Where is the loom?')).toContainText('Archived')
  await page.getByRole('button', { name: 'Where is the loom?', exact: true }).click()
  await expect(page.getByText('Loom location')).toBeVisible()
  await select(page, 'Category', 'Machines')
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page).toHaveURL(/category=Machines/)
})

test('an existing question is reported', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Can I return cloth?', answer: 'Within a month.' })
  await page.goto('/pages?create=1')
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await expect(page).toHaveURL(/\/pages$/)
  await create.getByLabel('Question', { exact: true }).fill('can i return CLOTH')
  await create.getByLabel('Answer', { exact: true }).fill('Yes.')
  await create.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'FAQ created successfully')
  const notice = page.getByRole('dialog')
  await expect(notice.getByText('Can I return cloth?')).toBeVisible()
  await notice.getByRole('link', { name: 'Open that FAQ' }).click()
  await expect(page).toHaveURL(/faq=/)
  await expect(page.getByRole('button', { name: 'Can I return cloth?', exact: true })).toBeFocused()
  await expect(page.getByText('Within a month.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: /return cloth/i })).toHaveCount(2)
})

test('the existing FAQ can be used instead of the new one', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Can I return cloth?', answer: 'Within a month.' })
  await page.goto('/pages?create=1')
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await create.getByLabel('Question', { exact: true }).fill('Can I return cloth?')
  await create.getByLabel('Answer', { exact: true }).fill('Yes.')
  await create.getByRole('button', { name: 'Create FAQ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use it instead' }).click()
  await says(page, 'FAQ deleted successfully')
  await expect(page.getByText('Within a month.')).toBeVisible()
  await expect(row(page, 'Can I return cloth?')).toHaveCount(1)
})

test('the plan’s limit is explained when it is reached', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const items = Array.from({ length: 50 }, (_, index) => ({ question: `Question ${index}?`, answer: 'Yes.' }))
  await callInWorkspace(page, workspace, 'faqs/import', { items })
  await page.goto('/pages?create=1')
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await create.getByLabel('Question', { exact: true }).fill('One too many?')
  await create.getByLabel('Answer', { exact: true }).fill('Yes.')
  await create.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'Failed to create FAQ')
  await expect(create.getByRole('alert')).toContainText('50 FAQs')
  await expect(create.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', '/profile')
})

test('typed text survives Esc and a reload', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/pages?create=1')
  const dialog = page.getByRole('dialog', { name: 'Create FAQ' })
  const answer = dialog.getByLabel('Answer', { exact: true })
  await answer.fill('Half an answer')
  await page.keyboard.press('Escape')
  const confirm = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await confirm.getByRole('button', { name: 'Keep editing' }).click()
  await expect(answer).toHaveText('Half an answer')

  await page.reload()
  await page.getByRole('button', { name: 'Create FAQ' }).click()
  const notice = dialog.getByRole('status').filter({ hasText: 'Your unsaved text was restored.' })
  await expect(notice).toBeVisible()
  await expect(answer).toHaveText('Half an answer')
  await notice.getByRole('button', { name: 'Start over' }).click()
  await expect(answer).toHaveText('')
  await expect(notice).toBeHidden()
  await answer.fill('Another half')
  await page.keyboard.press('Escape')
  await confirm.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Create FAQ' }).click()
  await expect(answer).toHaveText('')
})
