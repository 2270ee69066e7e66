// Workspace Settings: what owners decide, and that it takes effect where visitors and programs meet it.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { expectChosen, select } from '../support/browser/choices.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const save = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Save Changes' })

const show = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

async function open(page: Page, tab?: string): Promise<OwnWorkspace> {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Ada Weaver/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Workspace Settings')
  if (tab) await show(page, tab)
  return workspace
}

test('the name, the contact address and the tone of answers are changed', async ({ page }) => {
  await open(page)
  const general = card(page, 'General')
  await general.getByLabel('Workspace name').fill('')
  await general.getByLabel('Contact address').fill('nobody')
  await save(page, 'General').click()
  await expect(general.getByText('Please enter a workspace name.')).toBeVisible()
  await expect(general.getByText('Please enter a valid email address.')).toBeVisible()
  await general.getByLabel('Workspace name').fill('Woven Things')
  await general.getByLabel('Contact address').fill('help@woven.example.test')
  await save(page, 'General').click()
  await expect(toasts(page)).toContainText('Settings saved')
  await expect(page.getByRole('button', { name: /Woven Things/ }).first()).toBeVisible()

  await show(page, 'Answers')
  const answers = card(page, 'Answers')
  await select(answers, 'Tone', 'Concise')
  await answers.getByLabel('Instructions').fill('Say blanket, never throw.')
  await save(page, 'Answers').click()
  await expect(toasts(page).getByText('Settings saved')).toHaveCount(2)
  await page.reload()
  await expectChosen(answers, 'Tone', 'Concise')
  await expect(answers.getByLabel('Instructions')).toHaveValue('Say blanket, never throw.')
  await show(page, 'General')
  await expect(general.getByLabel('Contact address')).toHaveValue('help@woven.example.test')
})

test('the level “less” is previewed on the last questions, with the keyboard, and applied immediately', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const workspace = await open(page, 'Answers')
  for (const [question, answer] of [
    ['How do I get a refund?', 'Open Billing, choose the invoice and press Refund. It takes five days.'],
    ['How do I reset my password?', 'Choose "Forgot password" on the sign-in page and follow it.'],
    ['How long does delivery take?', 'Parcels inside the country arrive within three days.'],
    ['How can I invite a colleague?', 'Owners add people under Settings, Team, with their address.'],
  ])
    await callInWorkspace(page, workspace, 'faqs/create', { question, answer, status: 'published' })
  const { subdomain } = workspace
  const outcomeOf = async (question: string) => {
    const asked = await page.request.post('/api/public/ask', { data: { subdomain, question } })
    return ((await asked.json()) as { outcome: string }).outcome
  }
  // Some are answered with less certainty than others; which ones is up to the gate.
  const questions = [
    'is delivery free',
    'When do parcels arrive?',
    'can a colleague reset my password for me',
    'invite someone to my team',
    'how many days until I get the refund',
  ]
  const outcomesOf = async () => {
    const outcomes = new Map<string, string>()
    for (const question of questions) outcomes.set(question, await outcomeOf(question))
    return outcomes
  }
  const before = await outcomesOf()
  expect(await outcomeOf('How do I reset my password?')).toBe('answered')
  expect(await outcomeOf('What is the capital of Peru?')).toBe('refused')

  const answering = card(page, 'When to answer')
  const level = (name: string) => answering.getByRole('radio', { name })
  await expect(level('Usual')).toBeChecked()
  await level('Usual').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(level('Answer less')).toBeChecked()
  const preview = answering.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('7 questions of the last 7 days')
  await expect(preview.getByRole('row', { name: 'Refused' })).toHaveText(/Refused\s*1\s*1/)
  const changes = await preview.getByRole('listitem').allTextContents()
  expect(changes.length).toBeGreaterThan(0)
  await expect(preview.getByRole('status')).toHaveText(/would change$/)
  expect(await outcomesOf(), 'a preview changes nothing').toEqual(before)

  await save(page, 'When to answer').focus()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Settings saved')
  await expect(preview).toHaveCount(0)
  const after = await outcomesOf()
  const changed = questions.filter((question) => after.get(question) !== before.get(question))
  expect(changed.map((question) => `${question}Answered → Closest help`).toSorted()).toEqual(changes.toSorted())
  for (const question of changed) expect(after.get(question)).toBe('suggested')
  expect(await outcomeOf('How do I reset my password?')).toBe('answered')
  await show(page, 'Security')
  await expect(card(page, 'Audit log')).toContainText('changed the certainty that answers need')
  await checkScreen(page, 'the preview of a level', async () => {
    await page.goto('/settings?tab=answers')
    await expect(level('Answer less')).toBeChecked()
    await level('Answer more').click()
    await expect(preview.getByRole('status')).toHaveText(/would change$/)
  })
})

test('semantic search turned off by the operator is reported', async ({ page }) => {
  await open(page, 'Answers')
  await expect(card(page, 'Search by meaning')).toContainText('off on this installation, so search uses words only')
})

test('the address of the public page, search engines and assistants are changed', async ({ page }) => {
  const { subdomain } = await open(page)
  const publicPage = card(page, 'Public page')
  await expect(publicPage.getByText(`/faq/${subdomain}`)).toBeVisible()
  await publicPage.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the subdomain' })
  await dialog.getByLabel('Subdomain').fill('www')
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Use 3 to 50 lower-case letters, digits and single hyphens.')).toBeVisible()
  const next = `${subdomain}-shop`
  await dialog.getByLabel('Subdomain').fill(next)
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Subdomain changed')
  await expect(publicPage.getByText(`/faq/${next}`)).toBeVisible()
  await page.request
    .get(`/faq/${subdomain}`)
    .then((answer) => expect(answer.url()).toMatch(new RegExp(`/faq/${next}$`)))

  const visible = publicPage.getByRole('switch', { name: 'Let search engines list it' })
  const assistants = publicPage.getByRole('switch', { name: 'Let assistants use it' })
  await expect(assistants).toBeChecked()
  await expect(visible).toBeChecked()
  await visible.click()
  await expect(visible).not.toBeChecked()
  await expect
    .poll(async () => (await page.request.get(`/faq/${next}`)).headers()['x-robots-tag'] ?? '')
    .toContain('noindex')
  await expect(assistants, 'a page that is hidden is not offered to them by itself').not.toBeChecked()
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const accept = 'application/json, text/event-stream'
  const serves = async () => (await page.request.post(`/faq/${next}/mcp`, { data: ping, headers: { accept } })).status()
  expect(await serves()).toBe(404)
  await assistants.click()
  await expect(assistants).toBeChecked()
  await expect.poll(serves).toBe(200)
})

test('a custom domain is added, checked and removed', async ({ page }) => {
  await open(page)
  const domain = card(page, 'Custom domain')
  await domain.getByLabel('Domain').fill('not a domain')
  await domain.getByRole('button', { name: 'Add domain' }).click()
  await expect(domain.getByText('Please enter a domain like help.example.com.')).toBeVisible()
  await domain.getByLabel('Domain').fill('help.woven.example.test')
  await domain.getByRole('button', { name: 'Add domain' }).click()
  await expect(domain.getByText('Pending')).toBeVisible()
  await expect(domain.getByText('TXT', { exact: true })).toBeVisible()
  await domain.getByRole('button', { name: 'Remove domain' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove domain' }).click()
  await expect(toasts(page)).toContainText('Domain removed')
  await expect(domain.getByRole('button', { name: 'Add domain' })).toBeVisible()
})

test('the websites that may show the widget are changed', async ({ page }) => {
  await open(page, 'Visitors')
  const origins = card(page, 'Widget origins')
  await origins.getByLabel('Websites').fill('shop.example\njavascript:alert(1)')
  await save(page, 'Widget origins').click()
  await expect(origins.getByText('“javascript:alert(1)” is not a website.')).toBeVisible()
  await origins.getByLabel('Websites').fill('shop.example\n\nhttps://shop.example/page')
  await save(page, 'Widget origins').click()
  await expect(origins.getByLabel('Websites')).toHaveValue('https://shop.example')
})

test('the workspace is deleted by its name, and the setup follows', async ({ page }) => {
  await open(page)
  await card(page, 'Danger Zone').getByRole('button', { name: 'Delete workspace' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Woven Goods?' })
  await dialog.getByRole('textbox', { name: /^Type / }).fill('Woven Goods')
  await dialog.getByLabel('Your password', { exact: true }).fill('woven-thread-7')
  await dialog.getByRole('button', { name: 'Delete workspace' }).click()
  await expect(toasts(page)).toContainText('Workspace deleted successfully')
  await expect(page).toHaveURL('/workspace-setup')
})

test('visitors’ data is kept for the chosen period, and one visitor’s is erased on request', async ({ page }) => {
  const { subdomain } = await open(page, 'Visitors')
  const asked = await page.request.post('/api/public/ask', { data: { subdomain, question: 'May I bring my dog?' } })
  const { message_id } = (await asked.json()) as { message_id: string }
  const handedOff = await page.request.post('/api/public/handoff', { data: { message_id, email: 'Mia@example.test' } })
  expect(handedOff.status()).toBe(202)

  const visitors = card(page, 'Visitor data')
  const kept = 'Keep visitors’ questions'
  await expectChosen(visitors, kept, 'For as long as the workspace exists')
  await select(visitors, kept, '90 days')
  const older = page.getByRole('alertdialog', { name: 'Delete older questions?' })
  await expect(older).toContainText('90 days')
  await older.getByRole('button', { name: 'Delete older questions' }).click()
  await expectChosen(visitors, kept, '90 days')

  const email = visitors.getByLabel('Erase a visitor’s data')
  const find = visitors.getByRole('button', { name: 'Find' })
  await find.click()
  await expect(visitors.getByText('Please enter a valid email address.')).toBeVisible()
  await email.fill('nobody@example.test')
  await find.click()
  await expect(visitors.getByText('There is no data about a visitor with this address.')).toBeVisible()
  await email.fill('mia@example.test')
  await page.keyboard.press('Enter')
  await expect(visitors.getByText(/^1 question in their conversations, asked on /)).toBeVisible()
  await visitors.getByRole('button', { name: 'Erase' }).click()
  await page
    .getByRole('alertdialog', { name: 'Erase this visitor’s data?' })
    .getByRole('button', { name: 'Erase' })
    .click()
  await expect(toasts(page)).toContainText('1 question erased')
  await show(page, 'Security')
  await expect(card(page, 'Audit log')).toContainText('erased a visitor’s data (1 question)')
  await show(page, 'Visitors')
  await page.reload()
  await expectChosen(visitors, kept, '90 days')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export workspace' }).click()
  const archive = await downloading
  expect(archive.suggestedFilename()).toMatch(/^answerloom-\d{4}-\d\d-\d\d\.zip$/)
  expect(await archive.failure()).toBe(null)
  await show(page, 'Security')
  await expect(card(page, 'Audit log')).toContainText('exported everything in the workspace')
})

test('an API key is shown once, works, and is refused after it is revoked', async ({ page }) => {
  await open(page, 'API and webhooks')
  const keys = card(page, 'API keys')
  await expect(keys.getByText('No API keys yet')).toBeVisible()
  await keys.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Please enter a name.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Shop import')
  await select(dialog, 'Scope', 'Read only')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Please enter your password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill('not it')
  await dialog.getByLabel('Your password', { exact: true }).press('Enter')
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password', { exact: true }).fill('woven-thread-7')
  await dialog.getByLabel('Your password', { exact: true }).press('Enter')
  await expect(dialog.getByText('Copy it now: it is not shown again.')).toBeVisible()
  const key = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = keys.getByRole('listitem')
  await expect(row).toContainText('Shop import')
  await expect(row).toContainText('Read only')
  await expect(row).toContainText('Never used')
  await expect(page.getByText(key)).toHaveCount(0)

  const headers = { authorization: `Bearer ${key}` }
  const list = () => page.request.get('/api/v1/faqs', { headers })
  expect((await list()).status()).toBe(200)
  expect((await page.request.post('/api/v1/faqs', { headers, data: { question: 'q', answer: 'a' } })).status()).toBe(
    403,
  )
  await page.reload()
  await expect(row).toContainText('Last used')
  await keys.getByRole('button', { name: 'Revoke Shop import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(toasts(page)).toContainText('API key revoked')
  await expect(keys.getByText('No API keys yet')).toBeVisible()
  expect((await list()).status()).toBe(401)
})
