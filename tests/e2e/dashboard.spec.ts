// The dashboard: what a new owner finds, what changes while they look, what visitors asked over time, and what fails.
import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { addFaq, ask, callInWorkspace, refuse } from '../support/content/workspace-content.ts'

test.use(WITH_MOTION)

const card = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
const step = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const days = (page: Page) => page.getByRole('table', { name: 'Questions by day' }).getByRole('row')

const MAX_SCRIPT = 180 * 1024

/** Resolves when the page's figures have arrived. */
async function open(page: Page, path = '/dashboard') {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Ada')
  await expect(card(page, 'Questions').getByText('this week')).toBeVisible()
}

/** The one that a workspace is created with is read at once. */
async function removeWebsites(page: Page, workspace: OwnWorkspace) {
  const { items } = await callInWorkspace<{ items: { id: string }[] }>(page, workspace, 'knowledge/websites/list')
  for (const { id } of items) await callInWorkspace(page, workspace, 'knowledge/websites/delete', { id })
}

test('a new owner is guided, and sees changes live', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const { workspace } = await signUpWithWorkspace(page)
  await removeWebsites(page, workspace)
  const scripts: Promise<number>[] = []
  const weigh = (response: Response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  }
  page.on('response', weigh)

  await test.step('an empty dashboard links to the first steps', async () => {
    await open(page)
    const sizes = await Promise.all(scripts)
    page.off('response', weigh)
    expect(
      sizes.reduce((left, right) => left + right, 0),
      'script of the first page, gzip',
    ).toBeLessThan(MAX_SCRIPT)
    await expect(page.getByText('Free trial: 7 days remaining')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
      'href',
      '/dashboard/profile?tab=billing',
    )
    await expect(card(page, 'Total FAQs 0 0 published')).toHaveAttribute('href', '/pages')
    await expect(card(page, 'Questions 0 0 this week')).toHaveAttribute('href', '/messages')
    await expect(card(page, 'Published 0 Live FAQs')).toHaveAttribute('href', '/pages?status=published')
    await expect(card(page, 'Last Updated Never')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Recent Activity', exact: true })).toBeVisible()
    await expect(page.getByText('No recent activity found')).toBeVisible()
    await expect(page.getByText('No questions yet')).toBeVisible()
    await expect(page.getByText('0 of 4 done')).toBeVisible()
  })

  await test.step('the page’s address and the widget’s code can be copied', async () => {
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(toasts(page)).toContainText('Copied!')
    await expect(toasts(page)).toContainText('URL copied to clipboard')
    expect(await clipboard()).toMatch(new RegExp(`/faq/${workspace.subdomain}$`))
    await page.getByRole('button', { name: 'Copy code' }).click()
    await expect(toasts(page)).toContainText('Code copied to clipboard')
    expect(await clipboard()).toContain(
      `/widget.js" data-workspace-id="${workspace.id}" data-border-width="6" data-border-color="#e5e7eb"`,
    )
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(toasts(page)).toContainText('Failed to copy to clipboard')
    const byHand = page.getByRole('dialog', { name: 'Copy the text yourself' })
    await expect(byHand.getByLabel('Text to copy')).toHaveValue(new RegExp(`/faq/${workspace.subdomain}$`))
    await expect(byHand.getByLabel('Text to copy')).toBeFocused()
    expect(await page.evaluate(() => getSelection()?.toString())).toMatch(new RegExp(`/faq/${workspace.subdomain}$`))
    await page.keyboard.press('Escape')
    await expect(byHand).toBeHidden()
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeFocused()
  })

  // Set once: a reload would lose it.
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await test.step('published, added and asked items are shown immediately', async () => {
    await addFaq(page, workspace, { question: 'Which wool do you use?', answer: 'Merino.' })
    await expect(card(page, 'Total FAQs 1 1 published')).toBeVisible()
    await expect(card(page, 'Last Updated Never')).toBeHidden()
    await expect(step(page, 'Publish a FAQ').getByRole('img', { name: 'Done:' })).toBeVisible()
    await callInWorkspace(page, workspace, 'knowledge/createTexts', { items: [{ title: 'Care', content: 'By hand.' }] })
    await expect(step(page, 'Add a source').getByRole('img', { name: 'Done:' })).toBeVisible()
    await expect(page.getByText('2 of 4 done')).toBeVisible()
    await ask(page, workspace, 'Which wool is it?')
    await expect(card(page, 'Questions 1 1 this week')).toBeVisible()
    const activity = page.getByRole('list', { name: 'Recent Activity' }).getByRole('listitem')
    await expect(activity).toHaveCount(2)
    await expect(activity.first()).toContainText('Which wool is it?')
    await expect(activity.first()).toContainText('New question received')
    await expect(activity.first()).toContainText('Just now')
    await expect(activity.last()).toContainText('FAQ published')
    await expect(days(page).last()).toContainText(/1$/)
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-same-page'))).toBe(true)
  })

  await test.step('the guide can be hidden permanently', async () => {
    const guidance = page.getByRole('heading', { name: 'First steps', exact: true })
    await page.getByRole('button', { name: 'Dismiss first steps' }).click()
    await expect(guidance).toBeHidden()
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(guidance).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss first steps' }).click()
    await expect(guidance).toBeHidden()
    await open(page)
    await expect(page.getByRole('heading', { name: 'Recent Activity', exact: true })).toBeVisible()
    await expect(guidance).toBeHidden()
  })
})

async function asked(page: Page, workspace: OwnWorkspace) {
  await addFaq(page, workspace, { question: 'Which wool do you use?', answer: 'Merino.' })
  for (const question of [
    'Which wool do you use?',
    'which wool  do you use',
    'Who won the chess championship in 1972?',
  ])
    await ask(page, workspace, question)
}

test('the questions of visitors are shown for the days in the address', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await asked(page, workspace)
  await open(page)
  // The head, and thirty days.
  await expect(days(page)).toHaveCount(31)
  await expect(days(page).last()).toContainText(/2\s*0\s*1\s*0\s*3$/)
  await expect(page.getByText('67%').first()).toBeVisible()
  await expect(page.getByText('2 of 3: answered, not down-voted, and without a request for a person.')).toBeVisible()
  const top = page.getByRole('list', { name: 'Top questions' }).getByRole('listitem')
  await expect(top).toHaveCount(2)
  await expect(top.first()).toContainText('Asked 2 times')
  const unanswered = page.getByRole('list', { name: 'Unanswered questions' }).getByRole('listitem')
  await expect(unanswered).toHaveCount(1)
  await expect(unanswered).toContainText('Not found')

  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('dialog', { name: 'Filter by date' }).getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
  await expect(days(page)).toHaveCount(8)
  await page.reload()
  await expect(days(page)).toHaveCount(8)

  await unanswered.getByRole('link').click()
  await expect(page).toHaveURL(/^[^?]+\/messages\?from=.*&to=.*&q=Who/)
  await expect(page.getByRole('list', { name: 'Questions' }).getByRole('listitem')).toHaveCount(1)

  await open(page, '/dashboard?from=2020-01-01&to=2020-12-31')
  await expect(page.getByText('No questions in this period')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Last 30 days' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(days(page)).toHaveCount(31)
})

test('quick actions upload documents and sync content', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await open(page)
  await expect(page.getByRole('heading', { name: 'Quick Actions' })).toBeVisible()
  await page.getByLabel('Documents', { exact: true }).setInputFiles([
    { name: 'care.txt', mimeType: 'text/plain', buffer: Buffer.from('Wash it by hand.') },
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Looms\n\nWe repair them.') },
  ])
  await expect(toasts(page)).toContainText('Success')
  await expect(toasts(page)).toContainText('2 documents uploaded and processing started.')
  const { items } = await callInWorkspace<{ items: { title: string }[] }>(page, workspace, 'knowledge/sources', {
    kind: 'document',
  })
  expect(items.map(({ title }) => title).sort()).toEqual(['care.txt', 'notes.md'])
  await page
    .getByLabel('Documents', { exact: true })
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(toasts(page)).toContainText('Failed to upload documents.')
  await expect(page.getByRole('list', { name: 'Uploads' })).toContainText(
    'This kind of file cannot be read. Upload a PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, HTML, Markdown, CSV, EML, ZIP or text file.',
  )

  const sync = page.getByRole('button', { name: 'Sync Content' })
  await sync.click()
  await expect(toasts(page)).toContainText('1 website will be read again.')
  await removeWebsites(page, workspace)
  await sync.click()
  await expect(toasts(page)).toContainText('Nothing to sync yet. Use integrations to import content.')
  const integrations = page.getByRole('link', { name: 'Add Integration' })
  expect((await page.request.get((await integrations.getAttribute('href')) ?? '')).status()).toBe(200)
})

test('failed figures are reported and can be loaded again', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await removeWebsites(page, workspace)
  const recoveries = [
    await refuse(page, 'dashboard/stats', 'The service is unavailable.'),
    await refuse(page, 'dashboard/activity', 'The service is unavailable.'),
    await refuse(page, 'dashboard/insights', 'The service is unavailable.'),
  ]
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Sync Content' }).click()
  await expect(toasts(page).getByText('Failed to sync content').first()).toBeVisible()
  const failures = [
    ['stats', 'Failed to fetch dashboard statistics'],
    ['activity', 'Failed to fetch recent activity'],
    ['insights', 'The statistics of questions could not be loaded'],
  ].map(([procedure, title]) => {
    const failure = page.getByRole('alert').filter({ hasText: title })
    return { procedure, failure, retry: failure.getByRole('button', { name: 'Retry' }) }
  })
  expect(await toasts(page).getByText('Failed to fetch').count(), 'toasts that repeat a failure').toBe(0)
  for (const { procedure, failure, retry } of failures) {
    const asked = page.waitForResponse(`**/api/rpc/dashboard/${procedure}`)
    await retry.click()
    await asked
    await expect(failure).toBeVisible()
  }
  for (const recover of recoveries) await recover()
  // Events in the workspace also refetch the figures, so the error may be gone before the click.
  for (const { failure, retry } of failures)
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(failure).toBeHidden({ timeout: 1_000 })
    }).toPass()
  await expect(card(page, 'Total FAQs 0')).toBeVisible()

  // A failed refetch keeps the current figures and shows no error.
  expect(await toasts(page).getByText('Failed to fetch').count()).toBe(0)
  await refuse(page, 'dashboard/stats', 'The service is unavailable.')
  const noted = page.waitForEvent('console', (line) => line.text().includes('could not be refreshed'))
  await addFaq(page, workspace, { question: 'Which wool do you use?', answer: 'Merino.' })
  await noted
  await expect(card(page, 'Total FAQs 0')).toBeVisible()
  expect(await toasts(page).getByText('Failed to fetch').count()).toBe(0)
})
