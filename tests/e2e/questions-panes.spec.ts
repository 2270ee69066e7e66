// The inbox as panes: the list, the conversation of the open question, and what is known of it.
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { details, questions } from '../support/browser/questions-page.ts'
import { addFaq, ask, asked } from '../support/content/workspace-content.ts'

const CALL = 'Can someone call me about linen?'

test('a question opens beside the list, with its conversation and other visits', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'How do I wash linen?', answer: 'By hand.' })
  await ask(page, workspace, 'Do you ship to islands?')
  const former = await asked(page, workspace, { question: 'Do you dye to order?' })
  const { conversation_id, ...first } = await asked(page, workspace, {
    question: 'How do I wash linen?',
    page_url: 'https://woven.example.test/care',
  })
  await page.request.post('/api/public/feedback', { data: { message_id: first.message_id, vote: 'down' } })
  const second = await asked(page, workspace, { question: CALL, conversation_id })
  for (const { message_id } of [former, second])
    await page.request.post('/api/public/handoff', { data: { message_id, email: 'mia@example.test' } })

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/messages')
  await expect(page.getByText('Choose a message to read its conversation here.')).toBeVisible()
  await page.getByRole('button', { name: CALL }).click()
  await expect(details(page)).toBeFocused()
  await expect(questions(page)).toHaveCount(4)
  await expect(page.getByRole('button', { name: CALL })).toHaveAttribute('aria-current', 'true')
  const conversation = details(page).getByRole('region', { name: '1 other message in this conversation' })
  await expect(conversation.getByRole('listitem')).toHaveText([/How do I wash linen\?/, /This message/])
  await expect(conversation).toContainText('By hand.')
  await expect(conversation).toContainText('Voted down')
  await expect(conversation).toContainText('https://woven.example.test/care')
  const visits = details(page).getByRole('region', { name: 'Other visits of this visitor' })
  await visits.getByRole('button', { name: /Do you dye to order\?/ }).click()
  const row = questions(page).getByRole('button', { name: 'Do you dye to order?' })
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(details(page).getByText('Do you dye to order?')).toBeVisible()

  // The list stays in use. Back returns to it in one step, however many questions were read.
  await page.getByRole('button', { name: 'Do you ship to islands?' }).click()
  await expect(details(page).getByText('Do you ship to islands?')).toBeVisible()
  await page.goBack()
  await expect(details(page)).toBeHidden()
  await checkScreen(page, 'panes', async () => {
    await page.goto(`/messages?question=${second.question_id}`)
    await expect(details(page).getByText(CALL)).toBeVisible()
    await expect(conversation).toBeVisible()
  })
})

test('the open question is edited with the keyboard', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { message_id } = await asked(page, workspace, { question: CALL })
  await page.request.post('/api/public/handoff', { data: { message_id, email: 'mia@example.test' } })
  await ask(page, workspace, 'Do you ship to islands?')
  await page.goto('/messages')
  await expect(questions(page)).toHaveCount(2)
  await page.keyboard.press('?')
  const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(overview.getByRole('term').filter({ hasText: 'Reply' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(overview).toBeHidden()

  await page.getByRole('button', { name: 'Do you ship to islands?' }).focus()
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeFocused()
  await page.keyboard.press('j')
  await expect(details(page).getByText(CALL)).toBeVisible()
  await page.keyboard.press('r')
  const reply = details(page).getByLabel('Reply to mia@example.test')
  await expect(reply).toBeFocused()
  await page.keyboard.type('jerk')
  await expect(reply).toHaveValue('jerk')
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details(page)).toBeHidden()
  await expect(page.getByRole('button', { name: CALL })).toBeFocused()
})

test('the open question replaces the list on a phone', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { conversation_id } = await asked(page, workspace, {
    question: CALL,
    page_url: `https://woven.example.test/${'care-and-washing/'.repeat(12)}`,
  })
  await asked(page, workspace, { question: 'Do you ship to islands?', conversation_id })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/messages')
  const row = page.getByRole('button', { name: 'Do you ship to islands?' })
  await row.click()
  await expect(details(page)).toBeInViewport()
  await expect(row).toBeHidden()
  // Nothing is wider than the panel, however long the addresses of the conversation are.
  await expect(details(page).getByText('https://woven.example.test/care')).toBeVisible()
  await expect(details(page).getByLabel('Internal notes')).toBeInViewport({ ratio: 1 })

  await details(page).getByRole('button', { name: 'Mark as done' }).click()
  await details(page).getByRole('button', { name: 'Move to FAQ' }).click()
  const create = page.getByRole('dialog', { name: 'Create FAQ' })
  const notice = page.getByRole('dialog', { name: 'Marked as done' })
  const buttons = await create.getByRole('button', { name: 'Create FAQ' }).boundingBox()
  const shown = await notice.boundingBox()
  expect(shown && shown.y + shown.height).toBeLessThanOrEqual(buttons?.y ?? 0)
  await page.keyboard.press('Escape')
  await details(page).getByRole('button', { name: 'Close' }).click()
  await expect(row).toBeFocused()

  // Another view shows its list, and not the question that was open before.
  await row.click()
  await expect(details(page)).toBeInViewport()
  await page.getByRole('tab', { name: /^Unanswered/ }).click()
  await expect(details(page)).toBeHidden()
  await expect(page.getByRole('button', { name: CALL })).toBeVisible()
})

test('a suggested FAQ is named where it can be edited', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const repairs = { question: 'Do you repair electric bikes?', answer: 'Yes, of all makes.' }
  await addFaq(page, workspace, repairs)
  await addFaq(page, workspace, { question: 'When is the workshop open?', answer: 'From 9 to 18 o’clock.' })
  await addFaq(page, workspace, { question: 'Can I rent a cargo bike?', answer: 'Yes, from 25 euros a day.' })
  const { outcome, question_id } = await asked(page, workspace, { question: 'can you fix my e-bike' })
  expect(outcome).toBe('suggested')
  await page.goto(`/messages?question=${question_id}`)
  const answer = details(page).getByRole('definition').filter({ hasText: 'Edit this FAQ' })
  await expect(answer).toContainText(repairs.question)
})
