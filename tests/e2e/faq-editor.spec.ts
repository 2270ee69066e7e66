// The editor of FAQs: its address, newer versions of other users.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { editorReady } from '../support/content/answer-editor.ts'
import { addFaq, callInWorkspace } from '../support/content/workspace-content.ts'

/** Opens the dialog of the only FAQ. */
async function openEditor(page: Page, question: string): Promise<{ dialog: Locator; answer: Locator }> {
  await page.goto('/pages')
  await page.getByRole('row').filter({ hasText: question }).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit FAQ' })
  const answer = dialog.getByLabel('Answer', { exact: true })
  await editorReady(answer)
  return { dialog, answer }
}

test('the editor has an address of its own, also on a full page, which can be reloaded', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Where am I?', answer: 'Here.' })
  await page.setViewportSize({ width: 1440, height: 900 })
  const { dialog, answer } = await openEditor(page, 'Where am I?')
  await expect(page).toHaveURL(new RegExp(`/pages\\?edit=${id}$`))
  await dialog.getByRole('button', { name: 'Full page' }).click()
  await expect(page).toHaveURL(new RegExp(`edit=${id}&full=1$`))
  await page.reload()
  await expect(answer).toHaveText('Here.')
  await expect(dialog.getByRole('button', { name: 'Smaller' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/pages$/)
  await page.goBack()
  await expect(dialog).toBeVisible()
})

test('a change that another user saves is announced, and can be taken over', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Who wrote this?', answer: 'Unknown.' })
  const { dialog, answer } = await openEditor(page, 'Who wrote this?')
  await answer.press('ControlOrMeta+End')
  await answer.pressSequentially(' But soon.')
  await callInWorkspace(page, workspace, 'faqs/update', { id, question: 'Who has written it?' })
  const notice = dialog.getByText('saved a change of question.')
  await expect(notice).toBeVisible()
  await dialog.getByRole('button', { name: 'Add it to your text' }).click()
  await expect(notice).toBeHidden()
  await expect(dialog.getByLabel('Question', { exact: true })).toHaveValue('Who has written it?')
  await expect(answer).toHaveText('Unknown. But soon.')

  await callInWorkspace(page, workspace, 'faqs/update', { id, answer: 'Theirs.' })
  await expect(dialog.getByText('You changed the same text. You can choose between both when you save.')).toBeVisible()
  await expect(answer).toHaveText('Unknown. But soon.')
})
