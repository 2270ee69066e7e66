// An API key that is limited to an area, a time and networks, made in the settings and used by a program.
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'

test('a key for one area gives access to nothing else', async ({ page, app }) => {
  await signUpWithWorkspace(page)
  await page.goto('/settings?tab=api')
  const keys = page.locator('section', { has: page.getByRole('heading', { name: 'API keys' }) })
  await keys.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Shop import')
  await select(dialog, 'Scope', 'Chosen areas')
  await dialog.getByLabel('Your password', { exact: true }).fill('woven-thread-7')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Please choose at least one area.')).toBeVisible()
  await select(dialog, 'FAQs', 'Read and write')
  await select(dialog, 'Questions', 'Read')
  await select(dialog, 'Expires', 'In 30 days')
  const networks = dialog.getByLabel('Allowed networks (optional)')
  await networks.fill('somewhere')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(
    dialog.getByText('Please enter addresses like 203.0.113.7 or networks like 203.0.113.0/24.'),
  ).toBeVisible()
  await networks.fill('127.0.0.0/8\n::1')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Copy it now: it is not shown again.')).toBeVisible()
  const key = await dialog.locator('code').textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(keys.getByRole('listitem')).toContainText(
    /FAQs, Questions \(read only\).*Never used · Expires in about 1 month · Only from 127\.0\.0\.0\/8, ::1/s,
  )

  const call = (method: string, path: string, body?: object) =>
    fetch(`${app.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  expect((await call('POST', '/faqs', { question: 'Do you weave?', answer: 'Yes.' })).status).toBe(201)
  expect((await call('GET', '/questions')).status).toBe(200)
  const refused = await call('GET', '/sources')
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 403,
    body: { error: { code: 'api_key.not_allowed', message: 'This API key may not read sources.' } },
  })
})

test('the dialog is accessible', async ({ page }) => {
  await signUpWithWorkspace(page)
  await checkScreen(page, 'a new API key', async () => {
    await page.goto('/settings?tab=api')
    await page.getByRole('button', { name: 'Create key' }).click()
    await select(page.getByRole('dialog'), 'Scope', 'Chosen areas')
    await expect(page.getByRole('dialog').getByRole('group', { name: 'Areas' })).toBeVisible()
  })
})
