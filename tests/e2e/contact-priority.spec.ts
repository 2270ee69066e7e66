// Messages through the contact form: from Pro workspaces they are marked and come first, from all others they do not.
import type { Page } from '@playwright/test'
import { subscribe } from '../support/billing/billing-page.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

async function write(page: Page, subject: string) {
  await page.goto('/contact')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Weaver')
  await page.getByLabel('Email').fill('ada@example.test')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message').fill('Do you weave on Sundays?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, your message is on its way' })).toBeVisible()
}

test('a message from a Pro workspace is marked and listed first', async ({ page, app, newPerson }) => {
  test.setTimeout(120_000)
  const { workspace } = await signUpWithWorkspace(page)
  await write(page, 'From the trial')
  await mailTo(app, 'support@localhost', /^Contact: From the trial$/)
  await subscribe(page, 'pro')
  await write(page, 'From the payer')
  const mail = await mailTo(app, 'support@localhost', /^Priority: Contact: From the payer$/)
  expect(mail).toMatchObject({ priority: 'high', replyTo: 'ada@example.test' })

  const member = await newPerson()
  const { email } = await signUp(member, { firstName: 'Bo', lastName: 'Reed' })
  await callInWorkspace(page, workspace, 'team/invitations/send', { email })
  await member.goto(linkIn(await mailTo(app, email, /^Ada Weaver invites you/)))
  await member.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(member).toHaveURL('/dashboard')
  await write(member, 'From a member')
  await mailTo(app, 'support@localhost', /^Priority: Contact: From a member$/)

  // Neither a form nor a header makes a stranger a member.
  const stranger = await newPerson()
  const message = { first_name: 'Cy', last_name: 'Reed', email: 'cy@example.test', message: 'Hello' }
  const sent = await stranger.request.post('/contact', {
    form: { ...message, subject: 'Priority: from nobody', priority: 'true', workspace_id: workspace.id },
    headers: { 'x-workspace-id': workspace.id },
    maxRedirects: 0,
  })
  expect(sent.status()).toBe(303)
  expect(await mailTo(app, 'support@localhost', /^Contact: Priority: from nobody$/)).not.toHaveProperty('priority')

  await page.goto('/dev/outbox')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Priority: Contact: From a member')
  const subjects = await page.getByRole('heading', { level: 2 }).allTextContents()
  const marked = subjects.filter((subject) => subject.startsWith('Priority: Contact: '))
  expect(marked.slice(0, 2)).toEqual(['Priority: Contact: From a member', 'Priority: Contact: From the payer'])
  expect(subjects.slice(0, marked.length), 'before all others').toEqual(marked)
})
