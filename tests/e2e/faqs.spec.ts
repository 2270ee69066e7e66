// FAQ management (/pages): every action, its words and what it leaves behind.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { signUpWithWorkspace } from '../support/browser-people.ts'
import { select } from '../support/choices.ts'
import { addFaq, callInWorkspace, refuse } from '../support/workspace-content.ts'

const row = (page: Page, question: string | RegExp): Locator => page.getByRole('row').filter({ hasText: question })
const says = (page: Page, message: string) => expect(page.getByText(message, { exact: true }).first()).toBeVisible()

/** Opens a row's menu and chooses an entry of it. */
async function choose(page: Page, question: string, entry: string): Promise<void> {
  await row(page, question).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Chooses an entry of the menu in the page's head. */
async function chooseForAll(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for all FAQs' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('approve, reject, archive, undo, restore', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Is wool warm?', answer: 'Yes.', status: 'draft' })
  await page.goto('/pages')
  const faq = row(page, 'Is wool warm?')

  await expect(faq.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription('Is wool warm?')
  await faq.getByRole('button', { name: 'Approve' }).click()
  await expect(faq).toContainText('Published')
  await says(page, 'FAQ updated successfully')
  await faq.getByRole('button', { name: 'Reject' }).click()
  await expect(faq).toContainText('Draft')
  await faq.getByRole('button', { name: 'Approve' }).click()
  await expect(faq).toContainText('Published')

  await choose(page, 'Is wool warm?', 'Archive')
  await expect(faq).toContainText('Archived')
  await says(page, 'FAQ archived successfully')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(faq).toContainText('Published')

  await choose(page, 'Is wool warm?', 'Archive')
  await expect(faq).toContainText('Archived')
  await choose(page, 'Is wool warm?', 'Restore as draft')
  await expect(faq).toContainText('Draft')
  await page.reload()
  await expect(row(page, 'Is wool warm?')).toContainText('Draft')
})

test('deleting one, and everything at once', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const name of ['Alpha', 'Beta', 'Gamma']) await addFaq(page, workspace, { question: `${name}?`, answer: name })
  await page.goto('/pages')
  await choose(page, 'Alpha?', 'Delete')
  const confirm = page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirm).toBeHidden()
  await expect(row(page, 'Alpha?')).toBeVisible()
  await choose(page, 'Alpha?', 'Delete')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await says(page, 'FAQ deleted successfully')
  await expect(row(page, 'Alpha?')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Beta?', exact: true })).toBeFocused()

  await chooseForAll(page, 'Refresh')
  await says(page, 'FAQ list refreshed successfully')
  await chooseForAll(page, 'Archive All')
  await confirm.getByRole('button', { name: 'Archive All' }).click()
  await says(page, 'All FAQs archived successfully')
  await expect(row(page, 'Beta?')).toContainText('Archived')
  await expect(row(page, 'Gamma?')).toContainText('Archived')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await says(page, '2 FAQs are as they were')
  await expect(row(page, 'Beta?')).toContainText('Published')

  await chooseForAll(page, 'Delete All')
  await confirm.getByRole('button', { name: 'Delete All' }).click()
  await says(page, 'All FAQs deleted successfully')
  await says(page, 'No FAQs found. Click "Create FAQ" to add your first FAQ.')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await says(page, '2 FAQs restored')
  await expect(row(page, 'Gamma?')).toContainText('Published')
})

test('what the server refuses is taken back and said', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Is it dyed?', answer: 'Yes.' })
  await page.goto('/pages')
  const faq = row(page, 'Is it dyed?')
  await expect(faq).toBeVisible()
  for (const procedure of ['update', 'delete', 'create', 'archiveAll', 'deleteAll']) {
    await refuse(page, `faqs/${procedure}`, 'Not today.')
  }
  await faq.getByRole('button', { name: 'Reject' }).click()
  await says(page, 'Failed to update FAQ')
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Error', { exact: true })).toBeVisible()
  await expect(faq).toContainText('Published')
  await choose(page, 'Is it dyed?', 'Archive')
  await says(page, 'Failed to archive FAQ')
  await expect(faq).toContainText('Published')

  await choose(page, 'Is it dyed?', 'Delete')
  const confirm = page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Failed to delete FAQ')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(faq).toBeVisible()
  await chooseForAll(page, 'Archive All')
  await confirm.getByRole('button', { name: 'Archive All' }).click()
  await says(page, 'Failed to archive all FAQs')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await chooseForAll(page, 'Delete All')
  await confirm.getByRole('button', { name: 'Delete All' }).click()
  await says(page, 'Failed to delete all FAQs')
  await confirm.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Create FAQ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create FAQ' })
  await dialog.getByLabel('Question', { exact: true }).fill('New?')
  await dialog.getByLabel('Answer', { exact: true }).fill('Kept.')
  await dialog.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'Failed to create FAQ')
  await expect(dialog.getByRole('alert')).toContainText('Not today.')
  await expect(dialog.getByLabel('Answer', { exact: true })).toHaveValue('Kept.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await confirm.getByRole('button', { name: 'Discard' }).click()

  const listens = await refuse(page, 'faqs/rows', 'The list is resting.')
  await chooseForAll(page, 'Refresh')
  await says(page, 'Failed to refresh FAQ list')
  await page.reload()
  await says(page, 'Failed to fetch FAQs')
  await expect(page.getByText('The list is resting.')).toBeVisible()
  await listens()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(faq).toBeVisible()
})

test('filters and order stand in the address', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'Beta bill?', answer: 'b', category: 'Billing' })
  await addFaq(page, workspace, { question: 'Alpha bill?', answer: 'a', category: 'Billing', status: 'draft' })
  await addFaq(page, workspace, { question: 'Gamma thread?', answer: 'the answer names silk' })
  await page.goto('/pages')
  const questions = page.getByRole('table', { name: 'FAQs' }).getByRole('button', { expanded: false })
  await expect(questions.filter({ hasText: '?' })).toHaveText(['Beta bill?', 'Alpha bill?', 'Gamma thread?'])

  await page.getByRole('button', { name: 'Question', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Question' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(questions.filter({ hasText: '?' })).toHaveText(['Alpha bill?', 'Beta bill?', 'Gamma thread?'])
  await page.getByRole('button', { name: 'Question', exact: true }).click()
  await expect(page).toHaveURL(/sort=-question/)
  await expect(questions.filter({ hasText: '?' })).toHaveText(['Gamma thread?', 'Beta bill?', 'Alpha bill?'])

  await select(page, 'Category', 'Billing')
  await select(page, 'Status', 'Draft')
  await expect(page.getByRole('row')).toHaveCount(2)
  await row(page, 'Alpha bill?').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('No FAQs match your filters')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/status=/)
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('silk')
  await expect(page).toHaveURL(/q=silk/)
  await expect(questions.filter({ hasText: '?' })).toHaveText(['Gamma thread?'])
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('silk')
  await expect(questions.filter({ hasText: '?' })).toHaveText(['Gamma thread?'])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('changes made elsewhere appear by themselves, and the list is at hand for 120 minutes', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.clock.install()
  await page.goto('/pages')
  await says(page, 'No FAQs found. Click "Create FAQ" to add your first FAQ.')
  const { id } = await addFaq(page, workspace, { question: 'From another desk?', answer: 'Yes.', status: 'draft' })
  await expect(row(page, 'From another desk?')).toContainText('Draft')
  await callInWorkspace(page, workspace, 'faqs/update', { id, status: 'published' })
  await expect(row(page, 'From another desk?')).toContainText('Published')

  await page.getByRole('link', { name: 'Questions' }).click()
  await says(page, 'No messages yet')
  await callInWorkspace(page, workspace, 'faqs/update', { id, status: 'archived' })
  await page.clock.fastForward(119 * 60_000)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/rpc/faqs/rows', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'FAQs' }).click()
  await expect(row(page, 'From another desk?')).toContainText('Published')
  answer.resolve()
  await expect(row(page, 'From another desk?')).toContainText('Archived')

  await callInWorkspace(page, workspace, 'faqs/delete', { id })
  await expect(row(page, 'From another desk?')).toBeHidden()
})
