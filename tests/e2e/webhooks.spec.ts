// Webhooks: an owner adds an endpoint, its receiver verifies events with the library of Standard Webhooks, and the log
// shows what was sent.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { test as base, expect } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { pressAt, tabTo, typeInto } from '../support/browser/keyboard.ts'
import { addFaq, callInWorkspace, refuse } from '../support/content/workspace-content.ts'
import { startReceiver, type WebhookReceiver } from '../support/network/webhook-receiver.ts'

const test = base.extend<{ fresh: undefined }, { receiver: WebhookReceiver }>({
  receiver: [
    async ({ database: _ }, use) => {
      const receiver = await startReceiver()
      await use(receiver)
      await receiver.close()
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ receiver }, use) => use({ OUTBOUND_ALLOW_HOSTS: receiver.host }), { scope: 'worker' }],
  fresh: [
    async ({ receiver }, use) => {
      receiver.accepted.length = 0
      receiver.answer = () => ({ status: 204 })
      await use(undefined)
    },
    { auto: true },
  ],
})

const WEBHOOKS = '/dashboard/integrations?tab=webhooks'
const dialog = (page: Page, name = 'Add webhook endpoint') => page.getByRole('dialog', { name })
const secretDialog = (page: Page) => page.getByRole('dialog', { name: 'Your signing secret' })
const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
const more = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const FAQ = { question: 'Do you deliver?', answer: 'To every country.', status: 'published' as const }

test('an endpoint gets signed events, and the log shows, filters and repeats them', async ({ page, receiver }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await page.goto('/dashboard/integrations')
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { name: 'No webhook endpoints yet' })).toBeVisible()
  await checkScreen(page, 'No webhooks', () => expect(page.getByText('No webhook endpoints yet')).toBeVisible())
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog(page).getByLabel('Address')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog(page)).toContainText('Please enter the address of the endpoint.')
  await expect(dialog(page)).toContainText('Please choose at least one event.')
  await dialog(page).getByLabel('Address').fill('http://10.0.0.1/hooks')
  await dialog(page).getByLabel('Description').fill('Support desk')
  await dialog(page).getByRole('checkbox', { name: 'A FAQ was published' }).check()
  await dialog(page).getByRole('button', { name: 'Add header' }).click()
  await dialog(page).getByLabel('Name of header 1').fill('webhook-id')
  await dialog(page).getByLabel('Value of header 1').fill('open-sesame')
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog(page)).toContainText('Please use an https address.')
  await dialog(page).getByLabel('Address').fill('https://10.0.0.1/hooks')
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog(page)).toContainText('This address cannot be reached from here.')
  await dialog(page).getByLabel('Address').fill(receiver.url)
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog(page)).toContainText('webhook-id is set by Answerloom and cannot be changed.')
  await dialog(page).getByLabel('Name of header 1').fill('X-Token')
  await checkScreen(page, 'Adding a webhook', () => expect(dialog(page)).toBeVisible())
  await page.setViewportSize({ width: 1280, height: 900 })
  await dialog(page).getByRole('button', { name: 'Add endpoint' }).click()
  const secret = (await secretDialog(page).locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  receiver.secrets = [secret]
  await secretDialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('link', { name: 'Support desk' }).click()
  await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
  const faq = await addFaq(page, workspace, { ...FAQ, category: 'General', alternative_questions: [] })
  await expect(deliveries(page)).toContainText(['faq.published'])
  await expect(deliveries(page).first()).toContainText('Delivered')
  expect(receiver.accepted).toMatchObject([{ type: 'faq.published', data: { id: faq.id, question: FAQ.question } }])
  expect(receiver.accepted[0]?.headers['x-token']).toBe('open-sesame')

  receiver.answer = () => ({ status: 500, body: 'Out of paper' })
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(deliveries(page)).toHaveCount(2)
  await expect(deliveries(page).first()).toContainText('Status 500')
  await expect(page.getByRole('status').filter({ hasText: 'The last attempt failed.' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Deliveries shown' }).selectOption('Waiting')
  await expect(deliveries(page)).toHaveCount(1)
  await deliveries(page).getByRole('button', { name: 'webhook.test' }).click()
  const opened = dialog(page, 'webhook.test')
  await expect(opened).toContainText('Out of paper')
  await expect(opened).toContainText('"type": "webhook.test"')
  await expect(opened.getByRole('button', { name: 'Send again' })).toBeDisabled()
  await checkScreen(page, 'A delivery', () => expect(opened).toContainText('Attempts'))
  await page.setViewportSize({ width: 1280, height: 900 })
  await opened.getByRole('button', { name: 'Close' }).last().click()
  receiver.answer = () => ({ status: 200, body: 'Thanks' })
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('heading', { name: 'No deliveries here' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Deliveries shown' }).selectOption('All deliveries')
  await deliveries(page).getByRole('button', { name: 'faq.published' }).click()
  await dialog(page, 'faq.published').getByRole('button', { name: 'Send again' }).click()
  await expect(deliveries(page)).toHaveCount(3)
  await expect.poll(() => receiver.accepted.filter(({ data }) => data.id === faq.id)).toHaveLength(2)
  expect(new Set(receiver.accepted.filter(({ data }) => data.id === faq.id).map(({ id }) => id)).size).toBe(1)
  await checkScreen(page, 'A webhook endpoint', () => expect(deliveries(page)).toHaveCount(3))
})

test('an endpoint is paused, resumed, changed, and deleted, and its secret is replaced', async ({ page, receiver }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const { id, secret } = await callInWorkspace<{ id: string; secret: string }>(page, workspace, 'webhooks/create', {
    url: receiver.url,
    events: ['faq.published'],
  })
  receiver.secrets = [secret]
  await page.goto(`/dashboard/integrations/webhooks/${id}`)
  const refusePause = await refuse(page, 'webhooks/pause', 'The endpoint could not be paused.')
  await more(page, 'Pause')
  await expect(toasts(page)).toContainText('The endpoint could not be paused.')
  await refusePause()
  await more(page, 'Pause')
  await expect(page.getByRole('status').filter({ hasText: 'Paused by a member.' })).toBeVisible()
  for (const question of ['One?', 'Two?'])
    await addFaq(page, workspace, { ...FAQ, question, category: 'General', alternative_questions: [] })
  await expect(page.getByRole('status').filter({ hasText: '2 events wait.' })).toBeVisible()
  expect(receiver.accepted).toEqual([])
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => receiver.accepted.length).toBe(2)

  await more(page, 'Replace secret')
  const confirm = page.getByRole('alertdialog', { name: 'Replace the signing secret?' })
  await confirm.getByRole('button', { name: 'Replace secret' }).click()
  const next = (await secretDialog(page).locator('code').textContent()) ?? ''
  await secretDialog(page).getByRole('button', { name: 'Done' }).click()
  for (const accepted of [secret, next]) {
    receiver.secrets = [accepted]
    const before = receiver.accepted.length
    await page.getByRole('button', { name: 'Send test event' }).click()
    await expect.poll(() => receiver.accepted.length).toBe(before + 1)
  }
  await expect(page.getByText('Also used until')).toBeVisible()

  await more(page, 'Edit')
  const edit = dialog(page, 'Edit webhook endpoint')
  await edit.getByRole('button', { name: 'Select all' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The role of a member changed')).toBeVisible()
  await more(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(WEBHOOKS)
  await expect(page.getByRole('heading', { name: 'No webhook endpoints yet' })).toBeVisible()
  await page.goto(`/dashboard/integrations/webhooks/${id}`)
  await expect(page.getByRole('heading', { name: 'This webhook endpoint does not exist' })).toBeVisible()
})

test('everything is possible with the keyboard, also on a phone', async ({ page, receiver }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signUpWithWorkspace(page)
  await page.goto(WEBHOOKS)
  await pressAt(page.getByRole('button', { name: 'Add endpoint' }))
  await typeInto(dialog(page).getByLabel('Address'), receiver.url)
  await pressAt(dialog(page).getByRole('checkbox', { name: 'A FAQ was deleted' }), 'Space')
  await pressAt(dialog(page).getByRole('button', { name: 'Add header' }))
  await typeInto(dialog(page).getByLabel('Name of header 1'), 'X-Token')
  await typeInto(dialog(page).getByLabel('Value of header 1'), 'key')
  await pressAt(dialog(page).getByRole('button', { name: 'Remove header 1' }))
  await pressAt(dialog(page).getByRole('button', { name: 'Add endpoint' }))
  receiver.secrets = [(await secretDialog(page).locator('code').textContent()) ?? '']
  await pressAt(secretDialog(page).getByRole('button', { name: 'Done' }))
  await pressAt(page.getByRole('link', { name: receiver.url }))
  await pressAt(page.getByRole('button', { name: 'Send test event' }))
  await expect(deliveries(page).first()).toContainText('Delivered')
  await pressAt(deliveries(page).getByRole('button', { name: 'webhook.test' }))
  await expect(dialog(page, 'webhook.test')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(deliveries(page).getByRole('button', { name: 'webhook.test' })).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'More' }), { back: true })
})

test('only owners see webhooks', async ({ page, newPerson }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const other = await newPerson()
  const { person } = await signUpWithWorkspace(other)
  await callInWorkspace(page, workspace, 'team/invitations/send', { email: person.email, role: 'member' })
  await page.goto(WEBHOOKS)
  await expect(page.getByRole('tab', { name: 'Webhooks' })).toBeVisible()
  const response = await other.request.post('/api/rpc/webhooks/list', {
    data: { json: {} },
    headers: { 'x-workspace-id': workspace.id },
  })
  expect(response.status()).toBe(404)
})
