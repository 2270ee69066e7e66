// The digest by mail: off at first, set by each person, sent with what there is to say, and ended by its link.
import type { Page } from '@playwright/test'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { says } from '../support/browser/dashboard.ts'
import { ask, asked, callInWorkspace, refuse, withoutEventStream } from '../support/content/workspace-content.ts'
import { mailTo } from '../support/mail/outbox.ts'

const howOften = (page: Page) => page.getByRole('combobox', { name: 'How often' })
const unsubscribeIn = (mail: { text: string }): string => /https?:\/\/[^/\s]+(\/digest\/\S+)/.exec(mail.text)?.[1] ?? ''

test('a user turns the digest on, receives news, and unsubscribes by the email without signing in', async ({
  page,
  app,
  newPerson,
}) => {
  const { person, workspace } = await signUpWithWorkspace(page)
  await page.goto('/profile')
  await expect(howOften(page)).toHaveValue('off')
  await says(page, 'You get no digest for this workspace.')
  await expect(page.getByRole('button', { name: 'Send one now' })).toHaveCount(0)

  await ask(page, workspace, 'How do I get a refund, I am mia@example.com?')
  const { message_id, conversation_id } = await asked(page, workspace, { question: 'Can somebody call me?' })
  const handoff = await page.request.post('/api/public/handoff', {
    data: { message_id, conversation_id, email: 'visitor@example.test' },
  })
  expect(handoff.ok()).toBe(true)
  await expect
    .poll(async () => (await callInWorkspace<{ total: number }>(page, workspace, 'gaps/list')).total)
    .toBeGreaterThan(0)

  await howOften(page).selectOption('Every Monday')
  await says(page, 'You will get the digest every Monday')
  await expect(page.getByText(/The next one is due Monday, .+ 8:00 AM/)).toBeVisible()
  await checkScreen(page, 'Profile with a digest', () => expect(howOften(page)).toHaveValue('weekly'))
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Send one now' }).click()
  await says(page, 'The digest is on its way, if there is anything new')
  const mail = await mailTo(app, person.email, /1 person waiting for a reply/)
  expect(mail.text).toContain('- Can somebody call me?')
  expect(mail.text).toContain('- How do I get a refund, I am [email]?')
  expect(mail.text).not.toContain('mia@')
  await page.getByRole('button', { name: 'Send one now' }).click()
  await says(page, 'A digest is on its way. Please wait a minute before you request another one.')

  const link = unsubscribeIn(mail)
  const reader = await newPerson()
  await reader.goto(link)
  await says(reader, 'Stop this digest?')
  // Following the link changes nothing.
  await page.reload()
  await expect(howOften(page)).toHaveValue('weekly')
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await says(reader, 'You are unsubscribed')
  await expect(reader.getByText(`No more digests of ${workspace.name} will be mailed to you.`)).toBeVisible()
  await page.reload()
  await expect(howOften(page)).toHaveValue('off')

  // A mail client unsubscribes with one request and no cookies (RFC 8058).
  await howOften(page).selectOption('Every day')
  await says(page, 'You will get the digest every day')
  const click = await reader.request.post(link, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(click.status()).toBe(200)
  await page.reload()
  await expect(howOften(page)).toHaveValue('off')

  const wrong = await reader.request.post(link.replace(/.{4}$/, 'AAAA'))
  expect(wrong.status()).toBe(404)
  const cut = await reader.goto('/digest/unsubscribe')
  expect(cut?.status()).toBe(404)
  await says(reader, 'This link is not valid')
})

test('a failure to load or change the setting is reported', async ({ page }) => {
  await signUpWithWorkspace(page)
  await withoutEventStream(page)
  const allow = await refuse(page, 'digest/get', 'The settings could not be loaded.')
  await page.goto('/profile')
  await says(page, 'The settings could not be loaded.')
  await allow()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(howOften(page)).toHaveValue('off')
  const allowAgain = await refuse(page, 'digest/set', 'The setting could not be saved.')
  await howOften(page).selectOption('Every day')
  await says(page, 'The setting could not be saved.')
  await expect(howOften(page)).toHaveValue('off')
  await allowAgain()
})
