// A workspace that one person pays for: other owners see who pays, take over the billing and choose a plan that applies;
// members see whom to ask.
import type { Page } from '@playwright/test'
import { grant } from '../support/app/operator-command.ts'
import { atSandbox, BILLING, openLive, paywall, plans, subscribe } from '../support/billing/billing-page.ts'
import { checkScreen } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { type OwnWorkspace, signUp, signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { toasts } from '../support/browser/dashboard.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'
import { linkIn, mailTo } from '../support/mail/outbox.ts'

const ADA_PAYS = 'Ada Weaver pays for this workspace.'
/** Links that lead to buying a plan. */
const PURCHASES = /^(Subscribe|Upgrade Plan|See plans|Update payment|Subscribe Now)/
const main = (page: Page) => page.getByRole('main')
const takeOverLink = (page: Page) => page.getByRole('link', { name: 'Take over billing' })
const payerCard = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Billing of Woven Goods' }) })

type App = Parameters<typeof grant>[0] & Parameters<typeof mailTo>[0]

/** A new person who joins the payer's workspace, without a trial of their own. */
async function join(options: {
  app: App
  payer: Page
  workspace: OwnWorkspace
  page: Page
  as: 'owner' | 'member'
  name: string
}) {
  const person = await signUp(options.page, { firstName: options.name })
  await callInWorkspace(options.payer, options.workspace, 'team/invitations/send', {
    email: person.email,
    role: options.as,
  })
  const link = linkIn(await mailTo(options.app, person.email, /invites you to Woven Goods/))
  const token = new URL(link, 'http://any.invalid').searchParams.get('token')
  const accepted = await options.page.request.post('/api/rpc/team/invitation/accept', { data: { json: { token } } })
  expect(accepted.ok()).toBe(true)
  await grant(options.app, person.email, '--trial-days', '0')
  return person
}

/** Ada pays for a workspace on Pro; Bo is an owner of it as well, and Cy a member. */
async function startTeam(app: App, ada: Page, bo: Page, cy: Page) {
  const { person: payer, workspace } = await signUpWithWorkspace(ada)
  await subscribe(ada, 'pro')
  const owner = await join({ app, payer: ada, workspace, page: bo, as: 'owner', name: 'Bo' })
  const member = await join({ app, payer: ada, workspace, page: cy, as: 'member', name: 'Cy' })
  return { payer, workspace, owner, member }
}

/** Members who do not pay see the payer; only owners see how to take over. */
async function showsPayer(bo: Page, cy: Page, path: string, within: (page: Page) => ReturnType<typeof main>) {
  for (const page of [bo, cy]) {
    await page.goto(path)
    await expect(within(page).getByText(ADA_PAYS)).toBeVisible()
    await expect(page.getByRole('link', { name: PURCHASES })).toHaveCount(0)
  }
  await expect(within(bo).getByRole('link', { name: 'Take over billing' })).toHaveAttribute('href', BILLING)
  await expect(takeOverLink(cy)).toHaveCount(0)
}

async function takeOver(page: Page, confirmation: string) {
  await payerCard(page).getByRole('button', { name: 'Take over billing' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Take over the billing of Woven Goods?' })
  await expect(dialog).toContainText(confirmation)
  await expect(dialog).toContainText('is notified by email, stays an owner, and can take the billing back.')
  await dialog.getByRole('button', { name: 'Take over billing' }).click()
  await expect(toasts(page)).toContainText('You pay for Woven Goods now')
}

test('a co-owner sees who pays on every screen, takes over the billing, pays, and the workspace has the plan', async ({
  page: ada,
  app,
  newPerson,
}) => {
  test.setTimeout(240_000)
  const [bo, cy] = [await newPerson(), await newPerson()]
  const { payer, workspace, owner } = await startTeam(app, ada, bo, cy)
  await callInWorkspace(ada, workspace, 'faqs/import', {
    items: Array.from({ length: 50 }, (_, index) => ({
      question: `Which thread is number ${index}?`,
      answer: 'That one.',
    })),
  })
  await ada.goto('/')
  await atSandbox(ada, 'End it at once')

  await test.step('the trial’s banner and the sidebar show the payer', async () => {
    await showsPayer(bo, cy, '/dashboard', main)
    await expect(main(bo).getByText('Free trial: 7 days remaining')).toBeVisible()
    const sidebar = bo.getByRole('complementary').first()
    await expect(sidebar.getByText(ADA_PAYS)).toBeVisible()
    await expect(sidebar.getByRole('link', { name: 'Take over billing' })).toBeVisible()
  })
  await test.step('the limit of FAQs shows the payer', async () => {
    await showsPayer(bo, cy, '/pages', main)
    await expect(
      bo.getByText(
        'You have used all 50 FAQs of the plan. To add more, archive some, or ask Ada Weaver for the Pro plan.',
      ),
    ).toBeVisible()
    await bo.goto('/pages?create=1')
    const create = bo.getByRole('dialog', { name: 'Create FAQ' })
    await create.getByLabel('Question', { exact: true }).fill('One too many?')
    await create.getByLabel('Answer', { exact: true }).fill('Yes.')
    await create.getByRole('button', { name: 'Create FAQ' }).click()
    await expect(create.getByRole('alert')).toContainText(ADA_PAYS)
    await expect(create.getByRole('link', { name: 'Upgrade Plan' })).toHaveCount(0)
  })
  await test.step('the landing page opens no checkout without effect', async () => {
    for (const page of [bo, cy]) {
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Go to dashboard' }).first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Subscribe Now' })).toHaveCount(0)
    }
    await bo.goto(`${BILLING}&subscribe=pro`)
    await expect(payerCard(bo)).toBeVisible()
    await expect(bo).toHaveURL(BILLING)
    await expect(plans(bo)).toBeHidden()
  })
  await test.step('a failed payment shows the payer', async () => {
    await subscribe(ada, 'pro')
    await atSandbox(ada, 'Make the next payment fail')
    for (const page of [bo, cy]) {
      await page.goto('/dashboard')
      await expect(page.getByRole('alert')).toContainText(
        'Ada Weaver pays for this workspace and can update the payment.',
      )
      await expect(page.getByRole('link', { name: PURCHASES })).toHaveCount(0)
    }
    await expect(bo.getByRole('alert').getByRole('link', { name: 'Take over billing' })).toHaveAttribute(
      'href',
      BILLING,
    )
    await atSandbox(ada, 'End it at once')
  })
  await test.step('the team tab and the paywall show the payer', async () => {
    await grant(app, payer.email, '--trial-days', '0')
    await bo.goto('/profile?tab=team')
    await expect(main(bo).getByText(ADA_PAYS)).toBeVisible()
    await expect(main(bo).getByRole('link', { name: 'Upgrade Plan' })).toHaveCount(0)
    await openLive(cy, '/dashboard')
    await expect(paywall(cy)).toContainText('Ada Weaver pays for this workspace and can choose a plan to continue.')
    await expect(paywall(cy)).toContainText('Ask Ada Weaver to choose one.')
    await expect(paywall(cy).getByRole('button', { name: /^Subscribe/ })).toHaveCount(0)
    await expect(takeOverLink(cy)).toHaveCount(0)
    await cy.goto(BILLING)
    await expect(payerCard(cy)).toContainText('Ask them if it needs another plan.')
    await expect(payerCard(cy).getByRole('button')).toHaveCount(0)
    await openLive(cy, '/dashboard')
    await bo.goto('/dashboard')
    await expect(paywall(bo)).toContainText('Write to Ada Weaver, or take over the billing and choose a plan yourself.')
    await paywall(bo).getByRole('link', { name: 'Take over billing' }).click()
  })
  await test.step('the co-owner takes over and pays', async () => {
    await expect(bo).toHaveURL(BILLING)
    await expect(payerCard(bo)).toContainText(payer.email)
    await openLive(ada, BILLING)
    await takeOver(bo, 'You have no plan yet. Choose one next to keep the workspace active.')
    await expect(payerCard(bo)).toBeHidden()
    await expect(payerCard(ada)).toContainText('Bo Weaver')
    await plans(bo).getByRole('button', { name: 'Subscribe Now: Pro' }).click()
    await bo.getByRole('button', { name: 'Pay $34.99' }).click()
    await expect(toasts(bo)).toContainText('You are subscribed to Pro. Thank you!')
    await expect(paywall(cy)).toBeHidden()
    await bo.goto('/pages')
    await expect(paywall(bo)).toBeHidden()
    await callInWorkspace(bo, workspace, 'faqs/create', { question: 'One more?', answer: 'Yes.' })
  })
  await test.step('both are notified, and the audit log records it', async () => {
    const lost = await mailTo(app, payer.email, /^Bo Weaver has taken over the billing of Woven Goods$/)
    expect(lost.text).toContain('You are still an owner of Woven Goods.')
    await mailTo(app, owner.email, /^You have taken over the billing of Woven Goods$/)
    await ada.goto('/settings?tab=security')
    await expect(ada.getByText('took over the billing from Ada Weaver')).toBeVisible()
  })
})

test('the former payer keeps the subscription, sees that it applies to nothing, and takes the billing back', async ({
  page: ada,
  app,
  newPerson,
}) => {
  const [bo, cy] = [await newPerson(), await newPerson()]
  await startTeam(app, ada, bo, cy)
  await openLive(ada, BILLING)
  await bo.goto(BILLING)
  await expect(payerCard(bo)).toContainText('Pro')
  await takeOver(bo, 'You have no plan, so the workspace is paused until you choose one.')
  await expect(
    ada.getByText('No workspace is billed to you, so this subscription does not apply to any workspace.'),
  ).toBeVisible()
  await bo.goto('/dashboard')
  await expect(paywall(bo).getByRole('button', { name: /^Subscribe Now/ })).toHaveCount(2)
  await takeOver(ada, 'The workspace will have your plan, Pro.')
  await expect(ada.getByText('so this subscription does not apply to any workspace.')).toBeHidden()
  await expect(paywall(bo)).toBeHidden()
})

test('an owner whose plan has no capacity is informed before, and can buy a plan for an own workspace', async ({
  page: ada,
  app,
  newPerson,
}) => {
  const [bo, cy] = [await newPerson(), await newPerson()]
  const { workspace } = await startTeam(app, ada, bo, cy)
  await bo.goto(BILLING)
  await expect(
    bo.getByText("You have no plan. You don't need one: other people pay for your workspaces."),
  ).toBeVisible()
  await bo.getByRole('button', { name: 'Show plans' }).click()
  await plans(bo).getByRole('button', { name: 'Subscribe Now: Starter' }).click()
  await bo.getByRole('button', { name: 'Pay $19.99' }).click()
  await expect(toasts(bo)).toContainText('You are subscribed to Starter. Thank you!')
  await expect(bo.getByRole('link', { name: 'Create a workspace' })).toHaveAttribute('href', '/workspace-setup')
  const created = await bo.request.post('/api/rpc/workspaces/create', {
    data: { json: { name: 'Own', website_url: 'https://own.example.test' } },
  })
  expect(created.ok()).toBe(true)
  await bo.evaluate((id) => localStorage.setItem('currentWorkspaceId', id), workspace.id)
  await bo.goto(BILLING)
  await expect(payerCard(bo)).toContainText(
    'Your plan allows only 1 workspace, and you pay for as many already. Upgrade to Pro to take over the billing of this workspace.',
  )
  await expect(payerCard(bo).getByRole('button')).toHaveCount(0)
  await expect(plans(bo).getByRole('button', { name: 'Upgrade to Pro' })).toBeEnabled()
})

test('the screens of users who do not pay are accessible', async ({ page: ada, app, newPerson }) => {
  test.setTimeout(240_000)
  const [bo, cy] = [await newPerson(), await newPerson()]
  const { payer } = await startTeam(app, ada, bo, cy)
  await ada.goto('/')
  await atSandbox(ada, 'End it at once')
  await checkScreen(bo, 'the trial of another payer', async () => {
    await bo.goto('/dashboard')
    await expect(main(bo).getByText(ADA_PAYS)).toBeVisible()
  })
  await checkScreen(bo, 'taking over the billing', async () => {
    await bo.goto(BILLING)
    await expect(bo.getByRole('button', { name: 'Show plans' })).toBeVisible()
    await payerCard(bo).getByRole('button', { name: 'Take over billing' }).click()
    await expect(bo.getByRole('alertdialog')).toBeVisible()
  })
  await grant(app, payer.email, '--trial-days', '0')
  for (const page of [bo, cy])
    await checkScreen(page, 'the paywall of another payer', async () => {
      await page.goto('/pages')
      await expect(paywall(page)).toContainText(ADA_PAYS.slice(0, -1))
    })
})
