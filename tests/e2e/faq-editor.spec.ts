// The editor of FAQs: its address, newer versions of other users, callouts and videos.
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { caretAtEnd, openEditor, saveAnswer } from '../support/content/answer-editor.ts'
import { addFaq, callInWorkspace } from '../support/content/workspace-content.ts'

test('a callout is made from the menu and shown to visitors, and so is the card of a video', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id } = await addFaq(page, workspace, { question: 'Is it hot?', answer: 'Yes.', status: 'published' })
  const { dialog, answer } = await openEditor(page, 'Is it hot?')
  await caretAtEnd(answer)
  await answer.press('Enter')
  await answer.pressSequentially('/tip')
  await expect(page.getByRole('listbox', { name: 'Insert' }).getByRole('option')).toHaveText(['Tip'])
  await answer.press('Enter')
  await answer.pressSequentially('Use a glove.')
  await dialog.getByRole('button', { name: 'Warning' }).click()
  // Away from the button, whose tooltip would stay.
  await answer.hover()
  await expect(answer.getByRole('note')).toHaveText('Use a glove.')
  // An empty line leads out of it.
  await answer.press('Enter')
  await answer.press('Enter')
  await answer.pressSequentially('Then wait.')
  await checkScreen(page, 'an answer with a callout', () => expect(answer.getByRole('note')).toBeVisible())
  expect(await saveAnswer(page, dialog, workspace, id)).toBe('Yes.\n\n> [!WARNING]\n> Use a glove.\n\nThen wait.')
  await addFaq(page, workspace, { question: 'Is there a film?', answer: 'https://youtu.be/abc', status: 'published' })
  await page.goto(`/faq/${workspace.subdomain}`)
  await page.getByText('Is it hot?').click()
  await expect(page.locator('.answer').getByRole('note')).toHaveText('Use a glove.')
  // The fixture fails this test on a request to another host.
  await page.getByText('Is there a film?').click()
  const card = page.locator('p[data-sign]')
  await expect(card.getByRole('link')).toHaveAttribute('href', 'https://youtu.be/abc')
  await expect(card).toBeVisible()
})

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
  await caretAtEnd(answer)
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
