// FAQs that a team's own pages state: found, offered with where they stand, accepted, edited and dismissed.
import type { Locator, Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { addFaq, asked, callInWorkspace, refuse, withoutEventStream } from '../support/content/workspace-content.ts'

const ADDRESS = '/pages/suggested'
const suggestions = (page: Page): Locator => page.getByRole('list', { name: 'Suggested FAQs' }).getByRole('listitem')
const named = (page: Page, question: string) =>
  suggestions(page).filter({ has: page.getByRole('heading', { name: question }) })
const press = (row: Locator, name: string) => row.getByRole('button', { name, exact: true }).click()

const write = (page: Page, workspace: OwnWorkspace, title: string, content: string, url?: string) =>
  callInWorkspace<{ ids: string[] }>(page, workspace, 'knowledge/createTexts', { items: [{ title, content, url }] })

const CARE =
  '# Care\n\n## How do I wash it?\n\nBy hand, at 30 degrees.\n\n## Can I iron it?\n\nYes, through a cloth.\n\n'
const THINGS = 'kettle lamp carpet mirror drawer wheel bottle ladder jacket violin'.split(' ')
const inventions = THINGS.map((thing) => `## Who invented the ${thing}?\n\nThe ${thing} was invented by us.`).join(
  '\n\n',
)

test('questions of a page are found, accepted, edited and dismissed', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/pages')
  await page.getByRole('link', { name: 'Suggested' }).click()
  await says(page, 'No suggestions')
  await addFaq(page, workspace, { question: 'May I iron it?', answer: 'Yes.' })
  await write(
    page,
    workspace,
    'Care guide',
    `${CARE}## Does it shrink?\n\nNot at 30 degrees.\n\n## Where is it made?\n\nIn Porto.`,
    'https://woven.example.test/care',
  )
  // Live, and without what a FAQ asks in other words.
  await expect(suggestions(page)).toHaveCount(3)
  await says(page, '3 suggestions')
  await expect(suggestions(page).getByRole('heading')).toHaveText([
    'How do I wash it?',
    'Does it shrink?',
    'Where is it made?',
  ])
  const source = named(page, 'How do I wash it?').getByRole('link', { name: 'Care guide' })
  await expect(source).toHaveAttribute('href', 'https://woven.example.test/care')
  await expect(named(page, 'How do I wash it?')).toContainText('Heading in Care guide')
  await checkScreen(page, 'Suggested FAQs', () => expect(suggestions(page)).toHaveCount(3))
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.goto('/dashboard')
  await expect(suggestions(page)).toHaveCount(3)
  await page.getByRole('link', { name: 'Review 3' }).click()

  await page.getByRole('combobox', { name: 'Add as' }).selectOption('Published')
  await press(named(page, 'How do I wash it?'), 'Publish')
  await says(page, '1 FAQ published')
  await expect(suggestions(page)).toHaveCount(2)
  // The focus moves to the row that took the place of the removed one.
  await expect(named(page, 'Does it shrink?').getByRole('button', { name: 'Publish' })).toBeFocused()
  const told = await asked(page, workspace, { question: 'How do I wash it?' })
  expect(told).toMatchObject({ outcome: 'answered', answer: 'By hand, at 30 degrees.' })

  await press(named(page, 'Does it shrink?'), 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit suggestion' })
  await expect(dialog.getByLabel('Answer')).toHaveText('Not at 30 degrees.')
  await dialog.getByLabel('Answer').fill('Not when it is washed by hand.')
  await dialog.getByRole('button', { name: 'Create FAQ' }).click()
  await says(page, 'FAQ created successfully')
  await expect(suggestions(page)).toHaveCount(1)

  await press(named(page, 'Where is it made?'), 'Dismiss')
  await says(page, 'No suggestions')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(named(page, 'Where is it made?')).toBeVisible()
  await press(named(page, 'Where is it made?'), 'Dismiss')
  await says(page, 'No suggestions')
  await page.goto('/pages')
  await expect(page.getByText('Does it shrink?')).toBeVisible()
  await expect(page.getByText('Where is it made?')).toHaveCount(0)
})

test('suggestions follow when the page changes or is deleted', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { ids } = await write(page, workspace, 'Care guide', CARE)
  await page.goto(ADDRESS)
  await expect(suggestions(page)).toHaveCount(2)
  await callInWorkspace(page, workspace, 'knowledge/deleteSource', { id: ids[0] })
  await says(page, 'No suggestions')
})

test('all suggestions are published after a confirmation, dismissed with undo, and limited by the plan', async ({
  page,
}) => {
  const { workspace } = await signUpWithWorkspace(page)
  await write(page, workspace, 'Inventions', inventions)
  await page.goto(ADDRESS)
  await expect(suggestions(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Dismiss all' }).click()
  await says(page, '10 suggestions dismissed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(suggestions(page)).toHaveCount(10)

  const items = Array.from({ length: 46 }, (_, index) => ({ question: `Is ${index} a number?`, answer: 'Yes.' }))
  await callInWorkspace(page, workspace, 'faqs/import', { items, on_duplicate: 'create' })
  await page.getByRole('combobox', { name: 'Add as' }).selectOption('Published')
  await page.getByRole('button', { name: 'Publish all' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Publish 10 FAQs?' })
  await expect(confirm).toContainText('Visitors will see them at once.')
  await confirm.getByRole('button', { name: 'Publish' }).click()
  await says(page, '4 FAQs published')
  await expect(page.getByRole('alert')).toContainText(
    'Your plan allows 50 FAQs, so 6 suggestions could not be added. Upgrade to Pro for unlimited FAQs, or archive some.',
  )
  await expect(suggestions(page)).toHaveCount(6)
  await press(suggestions(page).first(), 'Publish')
  await expect(page.getByRole('alert')).toContainText(
    'Your plan allows 50 FAQs. Upgrade to Pro for unlimited FAQs, or archive some.',
  )
  await expect(suggestions(page)).toHaveCount(6)
})

test('failures to load or add suggestions are reported', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await write(page, workspace, 'Care guide', CARE)
  await page.goto(ADDRESS)
  await expect(suggestions(page)).toHaveCount(2)
  await withoutEventStream(page)
  const allow = await refuse(page, 'suggestions/list', 'Please try again later.')
  await page.reload()
  await says(page, 'The suggestions could not be loaded')
  await says(page, 'Please try again later.')
  await allow()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(suggestions(page)).toHaveCount(2)
  const allowAgain = await refuse(page, 'suggestions/accept', 'The service is unavailable.')
  await press(suggestions(page).first(), 'Add as draft')
  await says(page, 'The service is unavailable.')
  await expect(suggestions(page)).toHaveCount(2)
  await allowAgain()
})
