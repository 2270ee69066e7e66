// Rules per page in the dashboard: an owner writes them, orders them, and tries which one applies.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { pressAt, typeInto } from '../support/browser/keyboard.ts'
import { addFaq, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

const RULES = '/widgets/page-rules'
const dialog = (page: Page, name = 'Add rule') => page.getByRole('dialog', { name })
const rules = (page: Page) => page.getByRole('list', { name: 'Rules' }).getByRole('listitem')

test('an owner adds, reorders, tests and deletes rules', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const content = { answer: 'Ten.', category: 'General', alternative_questions: [], status: 'published' as const }
  await addFaq(page, workspace, { question: 'What does it cost?', ...content })
  await page.goto('/widgets')
  await page.getByRole('link', { name: 'Rules per page' }).click()
  await checkScreen(page, 'No rules', () => expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible())
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog(page).getByLabel('Pages')).toBeFocused()
  await dialog(page).getByRole('radio', { name: 'After a time' }).check()
  await dialog(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog(page)).toContainText('Please enter at least one page.')
  await expect(dialog(page)).toContainText('Please enter the text of the prompt.')
  await dialog(page).getByLabel('Pages').fill('https://shop.example/pricing')
  await dialog(page).getByLabel('Except').fill('*/old')
  await dialog(page).getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('option', { name: 'What does it cost?' }).click()
  await dialog(page).getByRole('button', { name: 'Add a question' }).click()
  await dialog(page).getByRole('combobox', { name: 'Questions' }).fill('Is there a discount?')
  await page.getByRole('option', { name: 'Suggest “Is there a discount?”' }).click()
  await dialog(page).getByLabel('Text of the prompt').fill('Any questions about our prices?')
  await dialog(page).getByLabel('Seconds on the page').fill('0')
  await dialog(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(dialog(page).getByLabel('Seconds on the page')).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByLabel('Seconds on the page').fill('20')
  await checkScreen(page, 'Adding a rule', () => expect(dialog(page)).toBeVisible())
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(rules(page)).toHaveText([/\/pricing except \*\/old2 suggestions · prompt after 20 seconds/])

  await page.getByRole('button', { name: 'Add rule' }).click()
  await dialog(page).getByLabel('Pages').fill('/')
  await dialog(page).getByRole('button', { name: 'Add rule' }).click()
  await expect(rules(page)).toHaveCount(2)
  const result = page.getByRole('status').filter({ hasText: /rule/i })
  await page.getByLabel('Page', { exact: true }).fill('https://shop.example/pricing?x=1')
  await expect(result).toContainText('Rule 1: /pricing')
  await expect(result).toContainText('Is there a discount?')
  await page.getByLabel('Page', { exact: true }).fill('/pricing/old')
  await expect(result).toContainText('Rule 2: /')
  await page.getByRole('button', { name: 'Move rule 2 up' }).click()
  await expect(rules(page).first()).toContainText('Shows nothing of its own')
  await expect(result).toContainText('Rule 1: /')
  await page.getByRole('switch', { name: 'Rule 1 is on' }).click()
  await expect(page.getByRole('switch', { name: 'Rule 1 is on' })).not.toBeChecked()
  await expect(result).toContainText('No rule applies')
  await page.getByLabel('A visitor sees a prompt at most').selectOption('3 times a day')
  await expect(toasts(page)).toContainText('Prompt settings saved')
  await checkScreen(page, 'Rules', () => expect(rules(page)).toHaveCount(2))
  await page.setViewportSize({ width: 1280, height: 900 })

  const allow = await refuse(page, 'pageRules/save', 'The rules could not be stored.')
  await page.getByRole('button', { name: 'Delete rule 1' }).click()
  await expect(toasts(page)).toContainText('The rules could not be stored.')
  await allow()
  await page.getByRole('button', { name: 'Delete rule 1' }).click()
  await expect(rules(page)).toHaveCount(1)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rules(page)).toHaveCount(2)
  await expect(rules(page).first()).toContainText('Shows nothing of its own')
  await page.getByRole('button', { name: 'Delete rule 1' }).click()
  await expect(rules(page)).toHaveCount(1)
  // The list changes before the server has the change.
  await expect
    .poll(() => callInWorkspace(page, workspace, 'pageRules/get', {}))
    .toMatchObject({
      rules: [{ include: ['/pricing'], prompt_trigger: 'delay', delay_seconds: 20, is_enabled: true }],
      prompts_per_day: 3,
    })
})

test('a rule edited during other changes is refused, and overwrites nothing', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const save = (...paths: string[]) =>
    callInWorkspace(page, workspace, 'pageRules/save', { rules: paths.map((path) => ({ include: [path] })) })
  await save('/first', '/second')
  await page.goto(RULES)
  await page.getByRole('button', { name: 'Edit rule 1' }).click()
  const editing = dialog(page, 'Edit rule')
  await expect(editing.getByLabel('Pages')).toHaveValue('/first')
  await save('/second', '/first')
  await expect(page.getByText(/^\/second/).first()).toBeVisible()
  await editing.getByLabel('Pages').fill('/edited')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing.getByRole('alert')).toBeVisible()
  expect(await callInWorkspace(page, workspace, 'pageRules/get', {})).toMatchObject({
    rules: [{ include: ['/second'] }, { include: ['/first'] }],
  })
})

test('a rule is added with the keyboard, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signUpWithWorkspace(page)
  await page.goto(RULES)
  await pressAt(page.getByRole('button', { name: 'Add rule' }))
  await typeInto(dialog(page).getByLabel('Pages'), '/docs')
  await pressAt(dialog(page).getByRole('button', { name: 'Add a question' }))
  await page.keyboard.type('How do I begin?')
  await expect(page.getByRole('option', { name: 'Suggest “How do I begin?”' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('list', { name: 'Suggested questions' })).toContainText('How do I begin?')
  await pressAt(dialog(page).getByRole('button', { name: 'Add rule' }))
  await expect(rules(page)).toHaveText([/\/docs1 suggestion/])
})
