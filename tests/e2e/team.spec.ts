// A team from the first invitation to the last goodbye: two people, each in a browser of their own, who see at once what
// the other does.
import type { Page } from '@playwright/test'
import { operator } from '../support/app/operator-command.ts'
import { subscribe } from '../support/billing/billing-page.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type Person, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { select } from '../support/browser/choices.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { withoutEventStream } from '../support/content/workspace-content.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

const members = (page: Page) => page.getByRole('list', { name: 'Team members' }).getByRole('listitem')
const invitations = (page: Page) => page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')
/** One step cuts the line. */
test.use({ expectedErrors: [/net::ERR_FAILED/] })

const openTeam = (page: Page) => page.goto('/profile?tab=team')
const confirm = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

/** Grants a plan with a team and a further workspace, as an operator can. */
const giveTeam = (app: Parameters<typeof operator>[0], person: Person, name: string) =>
  operator(app, ['--email', person.email, '--password', person.password, '--name', name, '--free-access'])

async function invite(page: Page, email: string) {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toasts(page)).toContainText(`Invitation sent to ${email}`)
  await expect(dialog).toBeHidden()
}

async function choose(page: Page, person: RegExp, item: string) {
  await page.getByRole('button', { name: person }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('members are invited, change roles, and leave', async ({ page, app, newPerson }) => {
  test.setTimeout(240_000)
  const { person: ada } = await signUpWithWorkspace(page)
  await openTeam(page)
  await expect(page.getByText('Woven Goods has 1 member. You are an owner.')).toBeVisible()
  await expect(page.getByText('Your plan allows 5 members, open invitations included.')).toBeVisible()
  await subscribe(page, 'starter')
  await expect(
    page.getByText('Team members are part of the Pro plan. Please upgrade to Pro to invite people.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Upgrade Plan' }).last().click()
  await expect(page).toHaveURL('/profile?tab=billing')

  await giveTeam(app, ada, 'Second Hand')
  await openTeam(page)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Please enter an email address.')).toBeVisible()
  await dialog.getByLabel('Email').fill(ada.email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('This person is a member already.')).toBeVisible()
  await page.keyboard.press('Escape')
  await invite(page, 'bo@example.test')
  await expect(invitations(page)).toContainText('bo@example.test')
  await expect(invitations(page)).toContainText('As a member · expires in 7 days')

  const other = await newPerson()
  await other.goto(linkIn(await mailTo(app, 'bo@example.test', /^Ada Weaver invites you to Woven Goods$/)))
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Join Woven Goods')
  await other.getByRole('link', { name: 'Create your account' }).click()
  await expect(other.getByLabel('Email', { exact: true })).toHaveValue('bo@example.test')
  await other.getByLabel('First name').fill('Bo')
  await other.getByLabel('Last name').fill('Reed')
  await other.getByLabel('Password', { exact: true }).fill('woven-thread-7')
  await other.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(other).toHaveURL('/dashboard')
  await expect(toasts(other)).toContainText('You have joined Woven Goods')

  // The page that Ada has open follows.
  await expect(members(page)).toHaveCount(2)
  await expect(members(page).last()).toContainText('Bo Reed')
  await expect(members(page).first()).toContainText('Billing')
  await expect(invitations(page)).toHaveCount(0)

  await openTeam(other)
  await expect(other.getByText('Woven Goods has 2 members. You are a member.')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await expect(other.getByRole('button', { name: 'Leave workspace' })).toBeVisible()
  await other.getByRole('tab', { name: 'Workspaces' }).click()
  await expect(other.getByRole('list', { name: 'Workspaces' })).toContainText('2 members · Member')
  await expect(other.getByRole('button', { name: 'Delete Woven Goods' })).toHaveCount(0)
  await other.getByRole('tab', { name: 'Team Members' }).click()

  await choose(page, /^Actions for Bo/, 'Make owner')
  await confirm(page, 'Make owner')
  await expect(toasts(page)).toContainText('Bo Reed is an owner now')
  await expect(other.getByText('Woven Goods has 2 members. You are an owner.')).toBeVisible()
  await expect(page.getByText('A workspace is billed to one of its owners.')).toBeVisible()

  await choose(page, /^Actions for Bo/, 'Transfer ownership')
  await confirm(page, 'Offer ownership')
  await expect(page.getByText('You have offered the ownership to Bo Reed.')).toBeVisible()
  const offer = other.getByRole('region', { name: 'Offer of the ownership' })
  await expect(offer).toContainText('Ada Weaver offers you the ownership of this workspace.')
  await offer.getByRole('button', { name: 'Accept' }).click()
  await confirm(other, 'Accept')
  await expect(toasts(other)).toContainText('You have taken over the ownership')
  await expect(members(other).last()).toContainText('Billing')
  await expect(page.getByText('Woven Goods has 2 members. You are a member.')).toBeVisible()

  await choose(other, /^Actions for Ada/, 'Remove from workspace')
  await confirm(other, 'Remove')
  await expect(members(other)).toHaveCount(1)
  await expect(toasts(page)).toContainText('You no longer belong to Woven Goods.')
  await expect(page.getByRole('button', { name: /Second Hand/ }).first()).toBeVisible()
  await mailTo(app, ada.email, /^You no longer belong to Woven Goods$/)

  await other.goto('/settings?tab=security')
  const log = other.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(log.first()).toContainText('Bo Reed removed Ada Weaver')
  await expect(log.last()).toContainText('Ada Weaver created the workspace Woven Goods')
  await select(other, 'User or API key', 'Ada Weaver')
  await expect(log.first()).toContainText('Ada Weaver offered Bo Reed the ownership')
  await select(other, 'Area', 'API keys')
  await expect(other.getByText('No entries match these filters.')).toBeVisible()
  await expect(other).toHaveURL(/\/settings\?tab=security&by=[0-9a-f-]+&log=api_keys$/)
})

test('a link is valid for one user, until it is revoked or expires', async ({ page, app, newPerson }) => {
  test.setTimeout(180_000)
  const { person: ada } = await signUpWithWorkspace(page, 'Spun Goods')
  await openTeam(page)
  await expect(page.getByText('Spun Goods has 1 member. You are an owner.')).toBeVisible()
  await giveTeam(app, ada, 'Spare')
  await openTeam(page)
  const other = await newPerson()
  const cy = await signUp(other, { firstName: 'Cy', lastName: 'Reed' })
  await invite(page, cy.email)
  const link = linkIn(await mailTo(app, cy.email, /invites you to Spun Goods/))

  await page.goto(link)
  await expect(
    page.getByText(`This invitation was sent to ${cy.email}. You are signed in as ${ada.email}.`),
  ).toBeVisible()
  await openTeam(page)
  await page.getByRole('button', { name: `Resend the invitation for ${cy.email}` }).click()
  await expect(toasts(page)).toContainText(`Invitation sent to ${cy.email} again`)
  await page.getByRole('button', { name: `Revoke the invitation for ${cy.email}` }).click()
  await expect(toasts(page)).toContainText('Invitation revoked')
  await expect(invitations(page)).toHaveCount(0)
  const listing = '**/api/rpc/team/members/list'
  const allowEvents = await withoutEventStream(page)
  await page.route(listing, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  await page.unroute(listing)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You are the only member.')).toBeVisible()
  await allowEvents()
  await page.reload()
  await other.goto(link)
  await expect(other.getByText('This invitation was withdrawn, or its link is not complete.')).toBeVisible()

  await invite(page, cy.email)
  await expect.poll(async () => linkIn(await mailTo(app, cy.email, /invites you to Spun Goods/))).not.toBe(link)
  const second = linkIn(await mailTo(app, cy.email, /invites you to Spun Goods/))
  const nobody = await newPerson()
  await checkScreen(nobody, 'an invitation', async () => {
    await nobody.goto(second)
    await expect(nobody.getByRole('link', { name: 'Sign in to accept' })).toBeVisible()
  })
  await other.goto(second)
  await other.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(other).toHaveURL('/dashboard')
  await nobody.goto(second)
  await expect(nobody.getByText('This invitation was used already.')).toBeVisible()

  await expect(members(page)).toHaveCount(2)
  await choose(page, /^Actions for Cy/, 'Transfer ownership')
  await confirm(page, 'Offer ownership')
  await invite(page, 'one.more@example.test')
  await checkScreen(page, 'a team with an offer and an invitation', async () => {
    await openTeam(page)
    await expect(invitations(page)).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Offer of the ownership' })).toBeVisible()
    await expect(members(page)).toHaveCount(2)
  })
  await checkScreen(page, 'inviting', async () => {
    await openTeam(page)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Invite a team member' }).getByLabel('Email')).toBeVisible()
  })

  await openTeam(other)
  await other.getByRole('region', { name: 'Offer of the ownership' }).getByRole('button', { name: 'Decline' }).click()
  await expect(toasts(other)).toContainText('Offer declined')
  await other.getByRole('button', { name: 'Leave workspace' }).click()
  await confirm(other, 'Leave workspace')
  await expect(toasts(other)).toContainText('You have left Spun Goods')
  await expect(other).toHaveURL('/workspace-setup')
})
