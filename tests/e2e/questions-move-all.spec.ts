// "Move all to FAQs": every question becomes a draft, and no refusal becomes an answer.

import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'
import { says } from '../support/browser/dashboard.ts'
import { chooseForAll, view } from '../support/browser/questions-page.ts'
import { addFaq, ask } from '../support/content/workspace-content.ts'

test('all questions become draft FAQs', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await ask(page, workspace, 'Is silk strong?')
  await ask(page, workspace, 'Is hemp soft?')
  await page.goto('/messages')
  await chooseForAll(page, 'Move all to FAQs')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move all to FAQs' }).click()
  await says(page, 'Moved 2 messages to FAQs')
  await chooseForAll(page, 'Move all to FAQs')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move all to FAQs' }).click()
  await says(page, 'All messages are in your FAQs already')
  await page.getByRole('link', { name: 'FAQs' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'General' }).filter({ hasText: 'Draft' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Is silk strong?')
})

test('moving all questions creates no answer from a refusal', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'What is felt?', answer: 'Pressed wool.' })
  await ask(page, workspace, 'What is felt?')
  await page.goto('/messages')
  await chooseForAll(page, 'Move all to FAQs')
  const confirm = page.getByRole('alertdialog')
  await confirm.getByRole('button', { name: 'Move all to FAQs' }).click()
  await says(page, 'Moved 1 message to FAQs')

  await ask(page, workspace, 'Who won the zeppelin race of 1932?')
  await chooseForAll(page, 'Move all to FAQs')
  await expect(confirm).toContainText('This creates 1 draft FAQ')
  await expect(confirm).toContainText('its draft needs an answer before it can be published')
  await expect(confirm).toContainText('1 message is skipped: in your FAQs already.')
  await confirm.getByRole('button', { name: 'Move all to FAQs' }).click()
  await says(page, '1 draft needs an answer before it can be published. 1 message was skipped: in your FAQs already.')
  await expect(view(page, 'Unanswered'), 'it is still to do').toContainText('1')

  await page.getByRole('link', { name: 'FAQs' }).click()
  const draft = page.getByRole('row').filter({ hasText: 'Who won the zeppelin race of 1932?' })
  await expect(draft).toContainText('Needs an answer')
  for (const status of ['Draft', 'Published'])
    await expect(page.getByRole('row').filter({ hasText: status }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  const left = page.getByRole('dialog', { name: '1 FAQ unchanged' })
  await expect(left).toContainText('It needs an answer first.')
  await left.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Clear selection' }).click()

  await draft.hover()
  await draft.getByRole('button', { name: 'Write answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
  await expect(dialog.getByLabel('Answer', { exact: true })).toHaveText('')
  await dialog
    .getByLabel('Answer', { exact: true })
    .fill("I couldn't find this in our help content. Try different words, or contact us and a person will help.")
  await select(dialog, 'Status', 'Published')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toContainText('A published FAQ needs an answer. Write one, or keep it as a draft.')
  await dialog.getByLabel('Answer', { exact: true }).fill('Nobody: it was cancelled.')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(draft).toContainText('Published')
  await expect(draft).not.toContainText('Needs an answer')
})
