// Answer tests: a question with what its answer must hold is asked again when the content changes.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { choose } from '../support/browser/questions-page.ts'
import { addFaq, ask, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const QUESTION = 'How long can I return an item?'

const dialog = (page: Page, name = 'New answer test') => page.getByRole('dialog', { name })
const tests = (page: Page) => page.getByRole('list', { name: 'Answer tests' }).getByRole('listitem')
const status = (page: Page, text: string) =>
  expect(page.getByRole('main').getByRole('status').filter({ hasText: text }).first()).toBeVisible()

test('a test passes, fails with the change and both answers, and passes again', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const faq = await addFaq(page, workspace, { question: QUESTION, answer: 'You have **30 days** to return it.' })
  await addFaq(page, workspace, { question: 'Do you ship to Norway?', answer: 'Yes, within a week.' })
  await page.goto('/messages')
  await page.getByRole('link', { name: 'Answer tests' }).click()
  await says(page, 'No answer tests yet')

  await page.getByRole('button', { name: 'New test' }).click()
  await expect(dialog(page).getByLabel('Question')).toBeFocused()
  await expect(dialog(page)).toContainText('A test needs at least one expectation')
  await dialog(page).getByRole('button', { name: 'Save test' }).click()
  await expect(dialog(page)).toContainText('Please enter a question.')
  await expect(dialog(page)).toContainText('Enter what the answer must contain or which source it must use.')
  await dialog(page).getByLabel('Question').fill(QUESTION)
  await dialog(page)
    .getByLabel('The answer must contain')
    .fill(`${'x'.repeat(10_000)}`)
  await dialog(page).getByRole('button', { name: 'Save test' }).click()
  await expect(dialog(page)).toContainText('Please keep this to at most 200 characters.')
  await dialog(page).getByLabel('The answer must contain').fill('30 DAYS\n\n')
  await dialog(page).getByRole('button', { name: 'Choose a FAQ or source…' }).click()
  await dialog(page).getByRole('combobox', { name: 'FAQs and sources' }).fill('return')
  await expect(dialog(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(QUESTION)
  const allow = await refuse(page, 'answerTests/create', 'The test could not be saved.')
  await dialog(page).getByRole('button', { name: 'Save test' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The test could not be saved.')
  await allow()
  await dialog(page).getByRole('button', { name: 'Save test' }).click()
  await status(page, 'Passing')
  await expect(page.getByRole('heading', { name: 'The answer', exact: true })).toBeVisible()
  const address = page.url()

  await callInWorkspace(page, workspace, 'faqs/update', { id: faq.id, answer: 'You have **14 days** to return it.' })
  await page.getByRole('button', { name: 'Run now' }).click()
  await status(page, 'Failing')
  await says(page, 'The answer does not contain “30 DAYS”')
  await expect(page.getByText('You have 30 days to return it.')).toBeVisible()
  await expect(page.getByText('You have 14 days to return it.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText(`The FAQ ${QUESTION} was edited`)
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('by Ada Weaver')
  await checkScreen(page, 'A failing test', () => status(page, 'Failing'))

  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/dashboard')
  const failing = page.getByRole('list', { name: 'Failing answer tests' })
  await expect(failing).toContainText('The answer does not contain “30 DAYS”')
  await failing.getByRole('link', { name: QUESTION }).click()
  await page.getByRole('list', { name: 'Changes' }).getByRole('link', { name: QUESTION }).click()
  await expect(page).toHaveURL(new RegExp(`/pages\\?faq=${faq.id}`))

  await page.goto(address)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page, 'Edit answer test').getByLabel('The answer must contain').fill('14 days')
  await dialog(page, 'Edit answer test').getByRole('button', { name: 'Save changes' }).click()
  await status(page, 'Passing')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete answer test' }).getByRole('button', { name: 'Delete' }).click()
  await says(page, 'No answer tests yet')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Gaps' }).or(page.getByText('Recent Activity')).first()).toBeVisible()
  await expect(failing).toHaveCount(0)
})

test('a visitor’s question becomes a test, and all tests are run at once', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: QUESTION, answer: 'You have 30 days to return it.' })
  await addFaq(page, workspace, { question: 'Do you ship to Norway?', answer: 'Yes, within a week.' })
  await ask(page, workspace, QUESTION)
  await page.goto('/messages')
  await choose(page, QUESTION, 'Save as answer test')
  await expect(dialog(page).getByLabel('Question')).toHaveValue(QUESTION)
  await expect(dialog(page).getByRole('group', { name: 'The answer must use' })).toContainText(QUESTION)
  await dialog(page).getByRole('button', { name: 'Save test' }).click()
  await status(page, 'Passing')
  await callInWorkspace(page, workspace, 'answerTests/create', {
    question: '<img src=x onerror=alert(1)> do you ship to Norway?',
    must_contain: ['<b>free</b>'],
  })
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb).toHaveText(`QuestionsAnswer tests${QUESTION}`)
  await breadcrumb.getByRole('link', { name: 'Answer tests' }).click()
  await expect(tests(page)).toHaveCount(2)
  await expect(tests(page).first()).toContainText('<img src=x onerror=alert(1)>')
  await expect(tests(page).first()).toContainText('Failing')
  await page.getByRole('link', { name: /Norway/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: QUESTION })).toBeFocused()
  await page.getByRole('button', { name: 'Run all now' }).click()
  await says(page, 'Asking 2 answer tests…')
  await page.getByRole('tab', { name: /^Passing/ }).click()
  await expect(tests(page)).toHaveCount(1)
  await page.getByRole('tab', { name: /^All/ }).click()
  await checkScreen(page, 'Answer tests', () => expect(tests(page)).toHaveCount(2))
})
