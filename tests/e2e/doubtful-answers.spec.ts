// Doubtful answers: what visitors voted down, asked again or took to a person, and what the team does about it.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { addFaq, asked, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const QUESTION = 'How do I get a refund?'

const answers = (page: Page) => page.getByRole('list', { name: 'Doubtful answers' }).locator('> li')
const answer = (page: Page, question: string) => answers(page).filter({ hasText: question })

async function voteDown(page: Page, messageId: string, reason?: string): Promise<void> {
  const data = { message_id: messageId, vote: 'down', reason }
  expect((await page.request.post('/api/public/feedback', { data })).ok()).toBe(true)
}

test.setTimeout(180_000)

test('doubtful answers are confirmed, blocked, and resolved by a change of the content', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const faq = await addFaq(page, workspace, { question: QUESTION, answer: 'Write to us within 30 days.' })
  await addFaq(page, workspace, { question: 'Do you ship to Norway?', answer: 'Yes, by sea.' })
  await addFaq(page, workspace, { question: 'Which colors are there?', answer: 'Blue and green.' })
  await page.goto('/messages')
  await page.getByRole('link', { name: 'Doubtful answers' }).click()
  await says(page, 'No doubtful answers')

  // They arrive while the page is open: by a vote, by other words, and by a person asked for.
  const refund = await asked(page, workspace, { question: QUESTION })
  expect(refund.outcome).toBe('answered')
  await voteDown(page, refund.message_id, 'It is 14 days.')
  await expect(answer(page, QUESTION)).toContainText('1 visitor voted that it did not help')
  await expect(answer(page, QUESTION)).toContainText('“It is 14 days.”')
  const shipping = await asked(page, workspace, { question: 'Do you ship to Norway?' })
  const { conversation_id } = shipping
  await asked(page, workspace, { question: 'do you also ship to norway', conversation_id })
  await expect(answer(page, 'Norway')).toContainText('Asked next: “do you also ship to norway”')
  const colors = await asked(page, workspace, { question: 'Which colors are there?' })
  const handoff = await page.request.post('/api/public/handoff', {
    data: { message_id: colors.message_id, email: 'visitor@example.com' },
  })
  expect(handoff.ok()).toBe(true)
  await expect(answer(page, 'colors')).toContainText('1 visitor asked for a person')
  await expect(answers(page)).toHaveCount(3)
  await checkScreen(page, 'Doubtful answers', () => expect(answers(page)).toHaveCount(3))

  await page.setViewportSize({ width: 1280, height: 900 })
  const allow = await refuse(page, 'doubtfulAnswers/markRight', 'It could not be saved.')
  const markRight = answer(page, 'Norway').getByRole('button', { name: 'Mark as right' })
  await markRight.click()
  await says(page, 'It could not be saved.')
  await allow()
  await expect(markRight).toBeEnabled()
  await markRight.focus()
  await page.keyboard.press('Enter')
  await expect(answers(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save as answer test' }).click()
  const saving = page.getByRole('dialog', { name: 'New answer test' })
  await expect(saving.getByLabel('Question')).toHaveValue('Do you ship to Norway?')
  await saving.getByRole('button', { name: 'Save test' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Do you ship to Norway?' })).toBeVisible()

  await page.goto('/messages/doubtful?state=right')
  await expect(answer(page, 'Norway')).toContainText('Marked right by Ada Weaver')
  await expect(answer(page, 'Norway').getByRole('link', { name: 'Add an answer test' })).toBeVisible()
  await answer(page, 'Norway').getByRole('button', { name: 'Reopen' }).click()
  await says(page, 'No answers marked right')

  // A blocked source answers the question no more, until it is unblocked.
  await page.getByRole('tab', { name: /^Open/ }).click()
  await expect(answers(page)).toHaveCount(3)
  await answer(page, 'colors')
    .getByRole('button', { name: 'Block for this question: “Which colors are there?”' })
    .click()
  await expect(answers(page)).toHaveCount(2)
  expect((await asked(page, workspace, { question: 'Which colors are there?' })).outcome).not.toBe('answered')
  await page.getByRole('tab', { name: /^Resolved/ }).click()
  await expect(answer(page, 'colors')).toContainText('This answer is no longer given')
  await page.getByRole('tab', { name: /^Blocked sources/ }).click()
  const blocked = page.getByRole('list', { name: 'Blocked sources' }).getByRole('listitem')
  await expect(blocked).toContainText('Blocked by Ada Weaver')
  await checkScreen(page, 'Blocked sources', () => expect(blocked).toHaveCount(1))
  await page.setViewportSize({ width: 1280, height: 900 })
  await blocked.getByRole('button', { name: 'Unblock' }).click()
  await says(page, 'No blocked sources')
  expect((await asked(page, workspace, { question: 'Which colors are there?' })).outcome).toBe('answered')

  // An edited FAQ resolves its entry, and a new one does.
  await page.goto('/dashboard')
  const card = page.getByRole('list', { name: 'Doubtful answers' })
  await expect(card).toContainText(QUESTION)
  await card.getByRole('link').first().click()
  await answer(page, QUESTION)
    .getByRole('link', { name: `Edit FAQ “${QUESTION}”` })
    .click()
  await expect(page).toHaveURL(new RegExp(`/pages\\?faq=${faq.id}`))
  await page.goto('/messages/doubtful')
  await expect(answer(page, QUESTION)).toBeVisible()
  await callInWorkspace(page, workspace, 'faqs/update', { id: faq.id, answer: 'Write to us within 14 days.' })
  await expect(answer(page, QUESTION)).toHaveCount(0)
  await answer(page, 'Norway').getByRole('button', { name: 'Write a FAQ' }).click()
  const writing = page.getByRole('dialog', { name: 'Create FAQ' })
  await expect(writing.getByLabel('Question', { exact: true })).toHaveValue('Do you ship to Norway?')
  await expect(writing.getByLabel('Answer')).toHaveText('')
  await writing.getByLabel('Answer').fill('Only by air, within a week.')
  await writing.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'FAQ created successfully from message')
  await page.getByRole('button', { name: 'Keep both' }).click()
  // It is a draft, so that visitors still get the doubtful answer.
  await answer(page, 'Norway').getByRole('link', { name: 'Open FAQ' }).click()
  await expect(page).toHaveURL(/\/pages\?faq=/)
  await expect(page.getByText('Only by air, within a week.')).toBeVisible()
})
