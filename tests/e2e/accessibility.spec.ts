// Every screen in every state, light and dark, on a phone and on a desktop: no accessibility violation, and nothing that
// scrolls sideways at 320 px.
import type { Page } from '@playwright/test'
import { checkScreen as check } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'

test.setTimeout(300_000)

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A procedure in the workspace, as the page's own person. */
async function inWorkspace(page: Page, workspaceId: string, procedure: string, input: object) {
  const headers = { 'x-workspace-id': workspaceId }
  const response = await page.request.post(`/api/rpc/${procedure}`, { data: { json: input }, headers })
  expect(response.ok(), await response.text()).toBe(true)
}

const FAQS = [
  {
    question: 'How long does delivery take, and does it take longer to the islands in winter?',
    answer:
      'Parcels arrive within **three days**.\n\n1. We weave\n2. We pack\n\nSee https://woven.example.test/delivery.',
    status: 'published',
    alternative_questions: ['When will my parcel arrive?'],
  },
  { question: 'Which wool do you use?', answer: 'Merino.', category: 'Product', status: 'published' },
  { question: 'Is there a sale?', answer: 'In spring.', category: 'Billing' },
  { question: 'Did you sell looms?', answer: 'Until 2020.', status: 'archived' },
]

test('public pages are accessible', async ({ page }) => {
  for (const path of ['/', '/api/docs', '/nothing-here', '/auth', '/auth?tab=sign-up'])
    await check(page, path, async () => {
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
    })
  await check(page, 'sign-up with errors', async () => {
    await page.goto('/auth?tab=sign-up')
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByText('Please enter your first name.')).toBeVisible()
  })
})

test('empty screens are accessible', async ({ page }) => {
  await signUp(page)
  await check(page, 'workspace setup', async () => {
    await page.goto('/workspace-setup')
    await page.getByRole('button', { name: 'Create Workspace' }).click()
    await expect(page.getByText('Please enter a workspace name.')).toBeVisible()
  })
  await check(page, 'no workspace', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByText('No workspace selected')).toBeVisible()
  })
  await signUpWithWorkspace(page)
  for (const [path, text] of [
    ['/dashboard', 'No questions yet'],
    ['/pages', 'No FAQs found. Click "Create FAQ" to add your first FAQ.'],
    ['/messages', 'No messages yet'],
    ['/dev/outbox', 'Mail outbox'],
  ] as const)
    await check(page, `empty ${path}`, async () => {
      await page.goto(path)
      await expect(page.getByText(text).first()).toBeVisible()
    })
})

test('the screens of a workspace in use are accessible', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const faq of FAQS) await inWorkspace(page, workspace.id, 'faqs/create', faq)
  for (const question of ['How long does delivery take?', 'Who won the chess championship in 1972?'])
    await page.request.post('/api/public/ask', { data: { subdomain: workspace.subdomain, question } })

  await check(page, 'dashboard', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'Total FAQs 4' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Questions 2' }).first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Top questions' })).toBeVisible()
  })
  await check(page, 'FAQs', async () => {
    await page.goto('/pages')
    await page.getByRole('button', { name: /^How long does delivery take/ }).click()
    await expect(page.getByText('Also asked as')).toBeVisible()
  })
  await page.setViewportSize({ width: 768, height: 900 })
  const questionWidth = async () => (await page.getByText('Which wool do you use?').boundingBox())?.width
  await expect.poll(questionWidth, 'question in the table, beside the sidebar of a tablet').toBeGreaterThan(120)
  await check(page, 'menu of a FAQ', async () => {
    await page.goto('/pages')
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible()
  })
  await check(page, 'Create FAQ', async () => {
    await page.goto('/pages?create=1')
    await page.getByRole('dialog').getByRole('button', { name: 'Create FAQ' }).click()
    await expect(page.getByText('Question and answer are required')).toBeVisible()
  })
  await check(page, 'Questions', async () => {
    await page.goto('/messages')
    await expect(page.getByRole('list', { name: 'Questions' }).getByRole('listitem')).toHaveCount(2)
  })
  await check(page, 'Message Details', async () => {
    await page.goto('/messages')
    await page.getByRole('button', { name: 'How long does delivery take?' }).click()
    await expect(page.getByRole('dialog', { name: 'Message Details' })).toBeVisible()
  })
  await check(page, 'Filter by date', async () => {
    await page.goto('/messages')
    await page.getByRole('button', { name: 'Filter by date' }).click()
    await expect(page.getByRole('grid').first()).toBeVisible()
  })
  await check(page, 'workspace switcher', async (width) => {
    await page.goto('/messages')
    await expect(heading(page)).toBeVisible()
    if (width < 768) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    await page.getByRole('button', { name: /^Workspace: / }).click()
    await expect(page.getByRole('combobox', { name: 'Search workspaces' })).toBeVisible()
  })
  await check(page, 'account menu', async () => {
    await page.goto('/messages')
    await page.getByRole('button', { name: /^Account menu of/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  })
  await check(page, 'command palette', async () => {
    await page.goto('/messages')
    await expect(heading(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  })
  await check(page, 'Delete Message', async () => {
    await page.goto('/messages')
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  })
})

test('the public page is accessible', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const path = `/faq/${workspace.subdomain}`
  await check(page, 'empty', async () => {
    await page.goto(path)
    await expect(page.getByText('No FAQs have been published yet.')).toBeVisible()
  })
  await check(page, 'missing', async () => {
    await page.goto('/faq/no-such-page')
    await expect(heading(page)).toHaveText('FAQ Page Not Found')
  })
  for (const faq of FAQS) await inWorkspace(page, workspace.id, 'faqs/create', faq)
  await expect(async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Which wool do you use?' })).toBeVisible({ timeout: 500 })
  }).toPass()
  const box = page.getByRole('searchbox', { name: 'Search or ask a question' })
  await check(page, 'list', async () => {
    await page.goto(path)
    await page.getByRole('heading', { name: /^How long does delivery take/ }).click()
    await expect(page.getByText('We weave')).toBeVisible()
  })
  await check(page, 'one answer', async () => {
    await page.goto(`${path}/which-wool-do-you-use`)
    await expect(page.getByText('Merino.')).toBeVisible()
  })
  await check(page, 'typing', async () => {
    await page.goto(path)
    await box.fill('wool')
    await expect(page.getByText('1 result')).toBeVisible()
  })
  await check(page, 'answered', async () => {
    await page.goto(path)
    await box.fill('How long does delivery take?')
    await box.press('Enter')
    await expect(page.getByRole('region', { name: 'Answer' }).getByText('Was this helpful?')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Related questions you might ask' })).toBeVisible()
  })
  await check(page, 'refused', async () => {
    await page.goto(path)
    await box.fill('Who won the chess championship in 1972?')
    await box.press('Enter')
    await expect(page.getByText("I couldn't find this in our help content.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ask a person' })).toBeVisible()
  })
})
