// Closing a gap by keyboard: from signing up to a verified gap, with all dialogs on the way.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { checkFocus, expectPlace, pickFrom, pressAt, tabTo, typeInto } from '../support/browser/keyboard.ts'
import { addFaq, ask, callInWorkspace } from '../support/content/workspace-content.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const list = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' })
const WIDTHS = [1440, 375]

/** Goes where the sidebar, or on a phone its drawer, leads. */
async function goTo(page: Page, name: string, width: number) {
  if (width < 768) {
    await pressAt(button(page, 'Toggle sidebar'), 'Enter', { back: true })
    // It slides in: until then its links have the focus out of sight.
    await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeInViewport({ ratio: 1 })
  }
  await pressAt(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) }))
}

for (const width of WIDTHS)
  test(`a user signs up and closes a gap with the keyboard, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/auth')
    await tabTo(page.getByRole('tab', { name: 'Sign In' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
    await typeInto(page.getByLabel('First name'), 'Ada')
    await typeInto(page.getByLabel('Last name'), 'Weaver')
    await typeInto(page.getByLabel('Email', { exact: true }), `keys-${process.pid}-${width}@example.test`)
    await typeInto(page.getByLabel('Password', { exact: true }), 'woven-thread-7')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/workspace-setup')
    await typeInto(page.getByLabel('Workspace name'), 'Woven Goods')
    await typeInto(page.getByLabel('Business website URL'), 'https://woven.example.test')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    const { id, subdomain } = await page.evaluate(async () => {
      const answer = await fetch('/api/rpc/workspaces/list', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"json":{}}',
      })
      const { json } = await answer.json()
      return json.items[0] as { id: string; subdomain: string }
    })
    const workspace = { id, subdomain, name: 'Woven Goods' }

    await goTo(page, 'FAQs', width)
    await pressAt(button(page, 'Create FAQ').first())
    await expect(dialog(page, 'Create FAQ').getByLabel('Question', { exact: true })).toBeFocused()
    await page.keyboard.type('Which wool do you use?')
    await typeInto(dialog(page, 'Create FAQ').getByLabel('Answer'), 'Merino from small farms.')
    await pressAt(dialog(page, 'Create FAQ').getByRole('button', { name: 'Create FAQ' }))
    await says(page, 'FAQ created successfully')
    await expect(dialog(page, 'Create FAQ')).toBeHidden()
    await expectPlace(page)

    for (const question of ['How do I get a refund?', 'I want a refund, how?', 'refund how does it work'])
      await ask(page, workspace, question)
    await goTo(page, 'Questions', width)
    // The drawer that slides out lists them, too.
    const beside = page.getByRole('navigation', { name: width < 768 ? 'Section' : 'Main' })
    await pressAt(beside.getByRole('link', { name: 'Gaps' }))
    await expect(list(page, 'Gaps')).toHaveCount(1)
    await expect(beside.getByRole('link', { name: 'Gaps' })).toBeFocused()
    await pressAt(page.getByRole('link', { name: /refund/i }))
    // The focused link is gone with its page: the focus moves into the new page.
    await expect(page.locator('#content')).toBeFocused()
    await pressAt(button(page, 'Draft FAQ'))
    await expect(dialog(page, 'Draft FAQ').getByLabel('Question', { exact: true })).toBeFocused()
    // A step back asks before it takes what was written.
    await typeInto(dialog(page, 'Draft FAQ').getByLabel('Answer'), 'Write to us within 30 days.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    await expect(button(page, 'Keep editing')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Draft FAQ').getByLabel('Answer')).toHaveText('Write to us within 30 days.')
    await pressAt(dialog(page, 'Draft FAQ').getByRole('button', { name: 'Create FAQ' }))
    await says(page, 'Verified: every question gets this answer')
    await expect(dialog(page, 'Draft FAQ')).toBeHidden()
    await expectPlace(page)
    await pressAt(button(page, 'Ask again'))
    await says(page, 'Verified: every question gets this answer')
    await expect(button(page, 'Ask again')).toBeFocused()
    await page.keyboard.press('Enter')
    await says(page, 'Verified: every question gets this answer')
  })

test('gaps are split, merged and dismissed with the keyboard, and every dialog restores the focus', async ({
  page,
}) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const question of ['How do I get a refund?', 'refund for norway, how?', 'Do you breed alpaca herds yourselves?'])
    await ask(page, workspace, question)
  await page.goto('/messages/gaps')
  await expect(page.getByRole('link', { name: /alpaca/ })).toBeVisible()
  if ((await list(page, 'Gaps').count()) === 2) {
    await pressAt(page.getByRole('link', { name: /refund/i }))
    await pressAt(page.getByRole('checkbox', { name: /norway/ }), 'Space')
    await pressAt(button(page, 'Split off 1'), 'Enter', { back: true })
    await says(page, '1 question moved to a new gap')
    await expectPlace(page)
    await pressAt(breadcrumb(page).getByRole('link', { name: 'Gaps' }), 'Enter', { back: true })
  }
  await expect(list(page, 'Gaps')).toHaveCount(3)
  await pressAt(page.getByRole('link', { name: /alpaca/ }))
  const more = button(page, 'More')
  await pressAt(more)
  await expect(page.getByRole('menuitem', { name: 'Merge into another…' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Merge into another gap').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Merge into another gap')).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Dismiss…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await pickFrom(dialog(page, 'Dismiss gap').getByLabel('Reason'), 'spam')
  await typeInto(dialog(page, 'Dismiss gap').getByLabel('Note (optional)'), 'x'.repeat(5_000))
  await pressAt(dialog(page, 'Dismiss gap').getByRole('button', { name: 'Dismiss' }))
  await expect(page.getByText(/^Dismissed by Ada Weaver: Spam/)).toBeVisible()
  await expectPlace(page)
  // Notices are reached by F6, as a browser's own parts are.
  await page.keyboard.press('F6')
  const dismissed = page.getByRole('region', { name: 'Notifications' }).locator('.toast', { hasText: 'Gap dismissed' })
  await pressAt(dismissed.getByRole('button', { name: 'Undo' }))
  await expect(button(page, 'Draft FAQ')).toBeVisible()
  await expectPlace(page)

  await pressAt(more)
  await expect(page.getByRole('menuitem', { name: 'Merge into another…' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'New answer test').getByLabel('Question')).toHaveValue(/alpaca/)
})

test('an answer test is written, run and deleted with the keyboard', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const QUESTION = 'How long can I return an item?'
  await addFaq(page, workspace, { question: QUESTION, answer: 'You have 30 days to return it.' })
  await page.goto('/messages/answer-tests')
  await pressAt(button(page, 'New test'))
  const writing = dialog(page, 'New answer test')
  await typeInto(writing.getByLabel('Question'), QUESTION)
  await typeInto(writing.getByLabel('The answer must contain'), '30 days')
  const choose = writing.getByRole('button', { name: 'Choose a FAQ or source…' })
  await pressAt(choose)
  await expect(writing.getByRole('combobox')).toBeFocused()
  // Escape ends the search, not the dialog with what was written in it.
  await page.keyboard.press('Escape')
  await expect(choose).toBeFocused()
  await expect(writing.getByLabel('Question')).toHaveValue(QUESTION)
  await page.keyboard.press('Enter')
  await page.keyboard.type('return')
  await expect(writing.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(writing.getByRole('button', { name: 'Remove' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choose).toBeFocused()
  await pressAt(writing.getByRole('button', { name: 'Save test' }))
  await expect(page.getByRole('heading', { name: QUESTION })).toBeVisible()
  await expectPlace(page)
  const run = button(page, 'Run now')
  await expect(page.getByText('Passing', { exact: true })).toBeVisible()
  await pressAt(run)
  await expect(page.getByText('Passing', { exact: true })).toBeVisible()
  await expect(run).toBeFocused()

  const edit = button(page, 'Edit')
  await pressAt(edit, 'Enter', { back: true })
  await expect(dialog(page, 'Edit answer test')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Edit answer test')).toBeHidden()
  await expect(edit).toBeFocused()
  await pressAt(button(page, 'Delete'), 'Enter', { back: true })
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Tab')
  await checkFocus(page)
  await page.keyboard.press('Enter')
  await says(page, 'No answer tests yet')
  await expectPlace(page)
})

test('a list page that no longer exists is replaced by the last one', async ({ page }) => {
  await signUpWithWorkspace(page)
  for (const address of ['/messages/gaps', '/messages/answer-tests', '/knowledge/contradictions']) {
    await page.goto(`${address}?page=7`)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('tabpanel')).toContainText(/No (open gaps|answer tests yet|contradictions found)/)
  }
})

test('the digest is chosen with the keyboard, and its control keeps the focus', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/profile')
  const often = page.getByRole('combobox', { name: 'How often' })
  await expect(often).toHaveValue('off')
  await pickFrom(often, 'daily')
  await says(page, 'You will get the digest every day')
  await expect(often).toBeFocused()
  await pickFrom(often, 'off')
  await says(page, 'Digest turned off')
  await expect(often).toBeFocused()
  const kept = await callInWorkspace<{ frequency: string }>(page, workspace, 'digest/get')
  expect(kept.frequency).toBe('off')
})
