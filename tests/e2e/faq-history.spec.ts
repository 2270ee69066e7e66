// Former versions of FAQs, the trash, conflicting edits, and categories.
import type { Page, Request } from '@playwright/test'
import { checkScreen, problemsOf } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { choose, row } from '../support/browser/faqs-page.ts'
import { addFaq, ask, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const says = (page: Page, message: string) =>
  expect(toasts(page).getByText(message, { exact: true }).first()).toBeVisible()

async function deleteFaq(page: Page, question: string): Promise<void> {
  await choose(page, question, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await says(page, 'FAQ deleted successfully')
}

test('two pages change one FAQ: both texts are shown, and nothing is overwritten', async ({ page, context }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Is linen ironed?', answer: 'Yes, damp.' })
  await page.goto('/pages')
  await choose(page, 'Is linen ironed?', 'Edit')
  const dialog = page.getByRole('dialog', { name: /^(Edit|This) FAQ/ })
  const answer = dialog.getByLabel('Answer', { exact: true })
  await expect(answer).toHaveText('Yes, damp.')

  const other = await context.newPage()
  await other.goto('/pages')
  await choose(other, 'Is linen ironed?', 'Edit')
  const theirs = other.getByRole('dialog', { name: 'Edit FAQ' })
  await theirs.getByLabel('Answer', { exact: true }).fill('Yes, while it is damp.')
  await expect(dialog.getByText('You are also editing this FAQ in another tab.')).toBeVisible()
  await select(theirs, 'Category', 'Product')
  await theirs.getByRole('button', { name: 'Save Changes' }).click()
  await says(other, 'FAQ updated successfully')
  await expect(dialog.getByText('You are also editing this FAQ in another tab.')).toBeHidden()
  await other.close()

  // It stays a change of what was there when it was begun, over a reload too.
  await answer.fill('Yes, and hot.')
  await page.reload()
  await expect(dialog.getByText('Your unsaved text was restored.')).toBeVisible()
  await expect(answer).toHaveText('Yes, and hot.')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'This FAQ has changed' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText(
    'Ada Weaver saved changes to this FAQ while you were editing it.',
  )
  const answers = dialog.getByRole('group', { name: 'Answer' })
  await expect(answers.getByRole('radio', { name: /^Mine/ })).toBeChecked()
  await expect(answers.locator('mark').last()).toHaveText(/while it is damp/)
  const categories = dialog.getByRole('group', { name: 'Category' })
  await expect(categories.getByRole('radio', { name: /^Theirs/ })).toBeChecked()
  expect(await problemsOf(page)).toEqual([])
  await answers.getByRole('radio', { name: /^Theirs/ }).check()
  await answers.getByRole('radio', { name: /^Mine/ }).check()
  await dialog.getByRole('button', { name: 'Save this choice' }).click()
  await says(page, 'FAQ updated successfully')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Is linen ironed?')).toContainText('Product')

  await choose(page, 'Is linen ironed?', 'Edit')
  await expect(answer).toHaveText('Yes, and hot.')
  await answer.fill('Yes, and steamed.')
  await callInWorkspace(page, workspace, 'faqs/delete', { id })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'This FAQ was deleted' })).toContainText('Ada Weaver deleted this FAQ')
  await dialog.getByRole('button', { name: 'Restore and save' }).click()
  await expect(dialog).toBeHidden()
  await row(page, 'Is linen ironed?').getByRole('button', { name: 'Is linen ironed?', exact: true }).click()
  await expect(page.getByText('Yes, and steamed.')).toBeVisible()
})

test('changes of different fields are merged, and a notice names the fields', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Is wool washed?', answer: 'Cold.' })
  await page.goto('/pages')
  await choose(page, 'Is wool washed?', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
  await dialog.getByLabel('Answer', { exact: true }).fill('Cold, by hand.')
  await callInWorkspace(page, workspace, 'faqs/update', { id, category: 'Product' })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says(page, 'FAQ updated successfully')
  await says(page, 'Ada Weaver changed category while you were editing. Both changes were saved.')
  await expect(dialog).toBeHidden()
  expect(await callInWorkspace(page, workspace, 'faqs/get', { id })).toMatchObject({
    answer: 'Cold, by hand.',
    category: 'Product',
  })
})

test('earlier versions and deleted FAQs are restored, until they are deleted permanently', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'How long is a month?', answer: 'Thirty days.' })
  await addFaq(page, workspace, { question: 'How long is a year?', answer: 'Long.' })
  await callInWorkspace(page, workspace, 'faqs/update', { id, answer: 'Thirty-one days.', status: 'draft' })
  await page.goto('/pages')
  await choose(page, 'How long is a month?', 'Version history')
  await expect(page).toHaveURL(new RegExp(`history=${id}`))
  const history = page.getByRole('dialog', { name: 'Version history' })
  const versions = history.getByRole('list', { name: 'Versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('Answer, Status · now')
  await expect(history.locator('del').filter({ hasText: 'Published' })).toBeVisible()
  await expect(history.locator('ins').filter({ hasText: '-one' })).toBeVisible()
  await expect(history.getByRole('button', { name: 'Restore' })).toBeDisabled()
  await checkScreen(page, 'version history', () => expect(versions).toHaveCount(2))
  await page.setViewportSize({ width: 1280, height: 800 })
  await versions.last().getByRole('button').click()
  await history.getByRole('tab', { name: 'Compared with now' }).click()
  await expect(history.getByRole('tabpanel')).toContainText('Published')
  await history.getByRole('button', { name: 'Restore version 1' }).click()
  await says(page, 'Version 1 restored')
  await expect(versions.first()).toContainText('Version 1 restored · now')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/pages$/)
  await expect(row(page, 'How long is a month?')).toContainText('Published')

  await deleteFaq(page, 'How long is a month?')
  await expect(row(page, 'How long is a month?')).toBeHidden()
  await toasts(page).getByRole('button', { name: 'Undo' }).first().click()
  await says(page, '1 FAQ restored')
  await expect(page.getByRole('row').nth(1)).toContainText('How long is a month?')

  await deleteFaq(page, 'How long is a month?')
  await deleteFaq(page, 'How long is a year?')
  await page.getByRole('button', { name: 'Actions for all FAQs' }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(page).toHaveURL(/\/pages\/trash$/)
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  const trashed = page.getByRole('table', { name: 'Deleted FAQs' }).getByRole('row')
  await expect(trashed).toHaveCount(3)
  await checkScreen(page, 'trash', () => expect(trashed).toHaveCount(3))
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(trashed.nth(1)).toContainText('by Ada Weaver')
  await page.getByRole('button', { name: 'Restore How long is a year?' }).click()
  await says(page, '1 FAQ restored')
  await expect(trashed).toHaveCount(2)
  await page.getByRole('button', { name: 'Empty trash' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Empty trash' })
  await expect(confirm).toContainText('1 FAQ permanently, with its history')
  await confirm.getByRole('button', { name: 'Empty trash' }).click()
  await says(page, '1 FAQ deleted permanently')
  await expect(page.getByText('The trash is empty')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'FAQs' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('categories are added, renamed, reordered and deleted, and visitors see their order', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Who are you?', answer: 'Weavers.', category: 'General' })
  await addFaq(page, workspace, { question: 'Is there a fee?', answer: 'No.', category: 'Billing' })
  await page.goto('/pages/categories')
  const card = page.locator('section').filter({ has: page.getByRole('list', { name: 'Categories' }) })
  const names = card.getByRole('list', { name: 'Categories' }).getByRole('listitem')
  await expect(names).toHaveCount(7)
  await expect(names.first()).toContainText('General')
  await expect(names.first()).toContainText('Default')

  await card.getByLabel('New category').fill('shipping')
  await page.keyboard.press('Enter')
  await says(page, 'Category added')
  await card.getByLabel('New category').fill('Shipping')
  await card.getByRole('button', { name: 'Add' }).click()
  await expect(card.getByText('There is a category “shipping” already.')).toBeVisible()

  await card.getByRole('button', { name: 'Rename Billing' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename Billing' })
  await expect(rename).toContainText('1 FAQ will show the new name.')
  await rename.getByLabel('Name').fill('Payment')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await says(page, 'Category renamed')
  await expect(names.nth(2)).toContainText('Payment')

  // A list that was read before the change and arrives after it must not bring back the former order.
  const late = Promise.withResolvers<void>()
  const listCalls = '**/faqs/categoryList/get'
  const read = Promise.withResolvers<void>()
  await page.route(listCalls, async (route) => {
    const response = await route.fetch()
    read.resolve()
    await late.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  await callInWorkspace(page, workspace, 'faqs/update', { id, answer: 'Weavers of linen.' })
  await read.promise
  const isListCall = (request: Request) => request.url().endsWith('/categoryList/get')
  const ended = Promise.race([
    page.waitForEvent('requestfinished', isListCall),
    page.waitForEvent('requestfailed', isListCall),
  ])
  const reordered = page.waitForResponse('**/categoryList/reorder')
  await card.getByRole('button', { name: 'Move Payment up' }).click()
  await reordered
  late.resolve()
  await ended
  await page.unroute(listCalls)
  await expect(names.nth(1)).toContainText('Payment')
  await expect(card.getByRole('status')).toHaveText('Payment is now number 2 of 8.')
  await card.getByRole('button', { name: 'Move Payment up' }).press('Alt+ArrowUp')
  await expect(names.first()).toContainText('Payment')
  await expect(card.getByRole('button', { name: 'Move Payment up' })).toBeFocused()

  await card.getByRole('button', { name: 'Delete Service' }).click()
  await page.getByRole('dialog', { name: 'Delete Service' }).getByRole('button', { name: 'Delete' }).click()
  await says(page, 'Category deleted')
  await expect(names).toHaveCount(7)

  await page.goto(`/faq/${workspace.subdomain}`)
  const chips = page.getByRole('group', { name: 'Categories' }).getByRole('button')
  await expect(chips).toHaveText([/All/, 'Payment', 'General'])
})

test('files are uploaded when a question becomes a FAQ, each with its outcome', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await ask(page, workspace, 'Do you dye your wool?')
  await page.goto('/messages')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Do you dye your wool?' })
    .getByRole('button', { name: 'More actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Move to FAQ' }).click()
  const dialog = page.getByRole('dialog', { name: /^(Create FAQ|The FAQ was created)/ })
  await dialog.getByLabel('Answer', { exact: true }).fill('With plants.')
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Madder and weld.') })
  const files = dialog.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await dialog.getByLabel('Attach files').setInputFiles(Array.from({ length: 21 }, (_, index) => file(`${index}.txt`)))
  await says(page, 'Please upload at most 20 files at once.')
  await expect(files).toHaveCount(0)
  await dialog.getByLabel('Attach files').setInputFiles([file('dyes.txt'), file('dyes.exe')])
  await expect(files).toHaveCount(2)
  await expect(dialog.getByRole('button', { name: 'Create FAQ' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Remove dyes.exe' }).click()

  const allow = await refuse(page, 'knowledge/uploadDocument', 'The storage is full.')
  await dialog.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'Failed to create FAQ or upload document')
  await expect(dialog.getByText('The storage is full.')).toBeVisible()
  await allow()
  await dialog.getByRole('button', { name: 'Upload again' }).click()
  await says(page, 'FAQ created with document uploaded successfully')
  await expect(dialog).toBeHidden()
  await page.goto('/knowledge')
  await expect(page.getByText('dyes.txt').first()).toBeVisible()
})

test('a draft is kept for its author until they sign out', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/pages?create=1')
  const dialog = page.getByRole('dialog', { name: 'Create FAQ' })
  await dialog.getByLabel('Question', { exact: true }).fill('Half a question')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))
  await expect.poll(drafts).toHaveLength(1)
  await page.goto('/dashboard')
  expect(await drafts()).toHaveLength(1)
  await page.getByRole('button', { name: /^Account menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await drafts()).toEqual([])
})
