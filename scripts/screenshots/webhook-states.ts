import type { Page } from '@playwright/test'
import { callInWorkspace } from '../../tests/support/content/workspace-content.ts'
import type { Screen } from './screen.ts'

/** Adds an endpoint that does not exist, and sends it an event. */
async function addEndpoint(page: Page): Promise<void> {
  const selected = await page.waitForFunction(() => localStorage.getItem('currentWorkspaceId'))
  const workspace = { id: (await selected.jsonValue()) ?? '', subdomain: '', name: '' }
  const input = {
    url: 'https://hooks.invalid/support/answerloom',
    description: 'Support desk',
    events: ['question.unanswered', 'handoff.requested', 'faq.published'],
    headers: [{ name: 'X-Token', value: 'none' }],
  }
  const { id } = await callInWorkspace<{ id: string }>(page, workspace, 'webhooks/create', input)
  await callInWorkspace(page, workspace, 'webhooks/test', { id })
  await page.getByText('The last attempt failed.').first().waitFor()
}
async function openEndpoint(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Support desk' }).first().click()
  await page.getByRole('list', { name: 'Deliveries' }).waitFor()
}
async function openDelivery(page: Page): Promise<void> {
  await openEndpoint(page)
  await page.getByRole('button', { name: 'webhook.test' }).click()
  await page.getByRole('heading', { name: 'Payload' }).waitFor()
}
async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('dialog', { name: 'Add webhook endpoint' }).waitFor()
}

const own = (name: string, act?: Screen['act']): Screen => ({
  name,
  path: '/dashboard/integrations?tab=webhooks',
  signedIn: true,
  ...(act && { act }),
})

/** The first endpoint is there for those after it. */
export const webhookStates: Screen[] = [
  own('webhooks-empty'),
  own('webhooks-dialog', openDialog),
  own('webhooks', addEndpoint),
  own('webhook', openEndpoint),
  own('webhook-delivery', openDelivery),
]
