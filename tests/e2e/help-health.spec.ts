// Help health: the score, the parts that deduct points, and the actions that restore them.

import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { addFaq, asked, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const QUESTION = 'How do I get a refund?'

test("the score decreases with visitors' votes, and increases with each solved item", async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/knowledge')
  await page.getByRole('link', { name: 'Help health' }).click()
  const parts = page.getByRole('list', { name: 'What affects it' }).getByRole('listitem')
  // The website that the workspace began with cannot be reached.
  await expect(parts.first()).toContainText('1 of 1 source · deducts 20 of at most 20 points')
  await page.getByRole('link', { name: 'See all: Sources that could not be read' }).click()
  await expect(page).toHaveURL(/\/knowledge\?state=failed$/)
  const { items } = await callInWorkspace<{ items: { id: string }[] }>(page, workspace, 'knowledge/websites/list')
  for (const { id } of items) await callInWorkspace(page, workspace, 'knowledge/websites/delete', { id })
  await page.goto('/knowledge/health')
  await says(page, 'Nothing to measure yet')
  await addFaq(page, workspace, { question: QUESTION, answer: 'Write to us within 30 days.' })
  const score = page.getByRole('status').filter({ hasText: 'of 100' })
  await expect(score).toHaveText('100of 100')
  await expect(parts.filter({ hasText: 'Doubtful answers' })).toContainText('deducts no points')

  for (let vote = 0; vote < 2; vote++) {
    const { message_id } = await asked(page, workspace, { question: QUESTION })
    const data = { message_id, vote: 'down' }
    expect((await page.request.post('/api/public/feedback', { data })).ok()).toBe(true)
  }
  // One doubtful answer, and a FAQ that is often voted down.
  await expect(score).toHaveText('70of 100')
  await expect(parts.first()).toContainText('deducts 15 of at most 15 points')
  await checkScreen(page, 'Help health', () => expect(score).toHaveText('70of 100'))

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Review: FAQs that are often voted down' }).click()
  const faqs = page.getByRole('list', { name: 'FAQs to review' }).getByRole('listitem')
  await expect(faqs).toContainText('2 votes down, 0 up')
  const allow = await refuse(page, 'helpHealth/setReviewed', 'It could not be saved.')
  await faqs.getByRole('button', { name: 'Still right' }).click()
  await says(page, 'It could not be saved.')
  await allow()
  await faqs.getByRole('button', { name: 'Still right' }).click()
  await says(page, 'No FAQ is often voted down')
  await expect(score).toHaveText('85of 100')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(score).toHaveText('70of 100')
  await faqs.getByRole('button', { name: 'Still right' }).click()
  await expect(score).toHaveText('85of 100')

  await page.getByRole('link', { name: 'See all: Doubtful answers' }).click()
  await page.getByRole('button', { name: 'Mark as right' }).click()
  await says(page, 'No doubtful answers')
  await page.goto('/knowledge/health')
  await expect(score).toHaveText('100of 100')
})
