// Contradictions: two published texts that answer one question differently stand side by side.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { expectPlace, pressAt } from '../support/browser/keyboard.ts'
import { addFaq, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const QUESTION = 'How long can I return an item?'

const pairs = (page: Page) => page.getByRole('list', { name: 'Contradictions' }).getByRole('listitem')

test.setTimeout(180_000)

test('contradictions are shown, dismissed, and gone after the texts agree', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/knowledge')
  await page.getByRole('link', { name: 'Contradictions' }).click()
  await says(page, 'No contradictions found')
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [{ title: 'Terms', content: 'Welcome! Returns are accepted for 14 days after delivery. <b>Have fun!</b>' }],
  })
  const faq = await addFaq(page, workspace, { question: QUESTION, answer: 'You can return items within **30 days**.' })
  await addFaq(page, workspace, { question: 'How long does a refund take?', answer: 'We pay it back within 5 days.' })
  // The texts of the instance's own workspaces are compared first.
  await expect(pairs(page)).toHaveCount(1, { timeout: 90_000 })
  const pair = pairs(page).first()
  await expect(pair.getByRole('heading', { name: 'Different numbers or dates' })).toBeVisible()
  await expect(pair).toContainText('You can return items within 30 days.')
  await expect(pair).toContainText('Returns are accepted for 14 days after delivery.')
  await expect(pair.locator('mark').filter({ hasText: '30 days' })).toHaveCount(1)
  await expect(pair.locator('mark').filter({ hasText: '14 days' })).toHaveCount(1)
  await checkScreen(page, 'Contradictions', () => expect(pairs(page)).toHaveCount(1))

  await page.setViewportSize({ width: 1280, height: 900 })
  const allow = await refuse(page, 'contradictions/dismiss', 'The contradiction could not be dismissed.')
  await pair.getByRole('button', { name: 'These don’t contradict' }).click()
  await says(page, 'The contradiction could not be dismissed.')
  await allow()
  await pair.getByRole('button', { name: 'These don’t contradict' }).click()
  await says(page, 'No contradictions found')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pairs(page)).toHaveCount(1)
  await pair.getByRole('button', { name: 'These don’t contradict' }).click()
  await page.getByRole('tab', { name: /^Dismissed/ }).click()
  await expect(pairs(page)).toContainText('Dismissed by Ada Weaver')
  await pairs(page).getByRole('button', { name: 'Show again' }).click()
  await says(page, 'No dismissed pairs')

  await page.goto('/dashboard')
  await expect(pairs(page)).toContainText('“Terms”')
  await pairs(page).getByRole('link').click()
  await page.getByRole('link', { name: `Edit “${QUESTION}”` }).click()
  await expect(page).toHaveURL(new RegExp(`/pages\\?faq=${faq.id}`))
  await page.goto('/knowledge/contradictions')
  await expect(pairs(page)).toHaveCount(1)
  await callInWorkspace(page, workspace, 'faqs/update', { id: faq.id, answer: 'You can return items within 14 days.' })
  await says(page, 'No contradictions found')
})

test('dismissing a pair with the keyboard moves the focus to the next pair', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [
      { title: 'Terms', content: 'Returns are accepted for 14 days after delivery.' },
      { title: 'Exchanges', content: 'Exchanges are accepted for 10 days after purchase.' },
    ],
  })
  await addFaq(page, workspace, {
    question: 'How long can I exchange an item?',
    answer: 'You can exchange items within 60 days.',
  })
  await addFaq(page, workspace, { question: QUESTION, answer: 'You can return items within 30 days.' })
  await page.goto('/knowledge/contradictions')
  await expect(page.getByText(/^Comparing/)).toHaveCount(0, { timeout: 90_000 })
  await expect.poll(() => pairs(page).count(), { timeout: 90_000 }).toBeGreaterThan(1)
  const before = await pairs(page).count()
  const settle = (position: number) => pairs(page).nth(position).getByRole('button', { name: 'These don’t contradict' })
  const staying = await pairs(page).nth(1).getByRole('blockquote').allTextContents()
  await pressAt(settle(0))
  await expect(pairs(page)).toHaveCount(before - 1)
  await expect(pairs(page).first().getByRole('blockquote')).toHaveText(staying)
  await expect(settle(0)).toBeFocused()
  for (let left = before - 1; left > 0; left--) {
    await page.keyboard.press('Enter')
    await expect(pairs(page)).toHaveCount(left - 1)
  }
  await says(page, 'No contradictions found')
  await expectPlace(page)
})
