// Replies that are saved for reuse, and replies that become FAQs as they are sent.

import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { details, question } from '../support/browser/questions-page.ts'
import { asked } from '../support/content/workspace-content.ts'
import { mailTo } from '../support/mail/outbox.ts'

const DYE = 'Do you dye to order?'

test('a reply is saved, inserted, changed and deleted', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { message_id, question_id: id } = await asked(page, workspace, { question: DYE })
  await page.request.post('/api/public/handoff', { data: { message_id, email: 'mia@example.test' } })
  await page.goto(`/messages?question=${id}`)
  const reply = details(page).getByLabel('Reply to mia@example.test')
  const savedReplies = details(page).getByRole('button', { name: 'Saved replies' })
  const popup = page.getByRole('dialog', { name: 'Saved replies' })
  await reply.fill('Thank you for asking.')
  await savedReplies.click()
  await popup.getByRole('button', { name: 'Save this reply' }).click()
  const form = page.getByRole('dialog', { name: 'New saved reply' })
  await expect(form.getByLabel('Text')).toHaveValue('Thank you for asking.')
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(form).toContainText('Please enter a name.')
  await form.getByLabel('Name').fill('Thanks')
  await form.getByRole('button', { name: 'Save reply' }).click()
  await says(page, 'Reply saved')
  await expect(form).toBeHidden()
  await expect(reply).toHaveValue('Thank you for asking.')

  await reply.fill('Dear Mia,')
  await savedReplies.click()
  await popup.getByRole('combobox').fill('asking')
  await expect(popup.getByRole('option')).toHaveText('Thanks')
  await page.keyboard.press('Enter')
  await expect(reply).toHaveValue('Dear Mia,\n\nThank you for asking.')
  await expect(reply).toBeFocused()

  await savedReplies.click()
  await popup.getByRole('button', { name: 'Manage' }).click()
  const list = page.getByRole('dialog', { name: 'Saved replies' })
  await list.getByRole('button', { name: 'Edit “Thanks”' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit saved reply' })
  await edited.getByLabel('Name').fill('Many thanks')
  await edited.getByRole('button', { name: 'Save reply' }).click()
  await expect(list.getByRole('button', { name: 'Edit “Many thanks”' })).toBeVisible()
  await checkScreen(page, 'saved replies', async () => {
    await page.goto(`/messages?question=${id}`)
    await savedReplies.click()
    await popup.getByRole('button', { name: 'Manage' }).click()
    await expect(list.getByRole('button', { name: 'Edit “Many thanks”' })).toBeVisible()
  })
  await list.getByRole('button', { name: 'Delete “Many thanks”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(list).toContainText('No saved replies yet')
})

test('a reply is sent and becomes a FAQ in one action', async ({ page, app }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { message_id, question_id: id } = await asked(page, workspace, { question: DYE })
  await page.request.post('/api/public/handoff', { data: { message_id, email: 'mia@example.test' } })
  await page.goto(`/messages?question=${id}`)
  await details(page).getByLabel('Reply to mia@example.test').fill('Yes, from ten meters on.')
  await details(page).getByRole('button', { name: 'Send and save as FAQ' }).click()
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  await expect(create.getByLabel('Question', { exact: true })).toHaveValue(DYE)
  await expect(create.getByLabel('Answer', { exact: true })).toHaveText('Yes, from ten meters on.')
  await expect(create).toContainText('The reply is on its way to the visitor. The answer is the reply to this visitor.')
  await create.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'FAQ created successfully from message')
  await mailTo(app, 'mia@example.test', /^Re: Do you dye to order\?$/)
  await expect(question(page, DYE)).toContainText('Done')
  await expect(details(page).getByRole('link', { name: DYE })).toBeVisible()
  // In a FAQ by now: another reply is only sent.
  await expect(details(page).getByRole('button', { name: 'Send and save as FAQ' })).toHaveCount(0)
})
