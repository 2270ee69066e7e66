// The chosen tab refers to its panel by id: the panel is there while the screen's code and data load, when they fail, and
// when they have come.
import type { Page, Route } from '@playwright/test'
import { danglingReferences, problemsOf } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { addFaq } from '../support/content/workspace-content.ts'

/** Address, the requests that its panel waits for, and what is there once they are answered. */
const SCREENS: readonly [address: string, requests: RegExp | null, shown: string | RegExp][] = [
  ['/profile', /rpc\/(?:accounts\/sessions|digest\/)/, 'Account'],
  ['/profile?tab=workspaces', null, 'Workspaces'],
  ['/profile?tab=team', /rpc\/team\//, 'Team Members'],
  ['/profile?tab=billing', /rpc\/billing\/overview/, 'Subscription & Billing'],
  ['/dashboard/integrations', /rpc\/integrations\//, /^Connected/],
  ['/dashboard/integrations?tab=available', /rpc\/integrations\//, 'Available'],
  ['/dashboard/integrations?tab=history', /rpc\/integrations\//, 'Sync History'],
  ['/messages', /rpc\/questions\//, /^All/],
  ['/messages/gaps', /rpc\/gaps\//, /^Open/],
  ['/messages/doubtful', /rpc\/doubtfulAnswers\//, /^Open/],
  ['/messages/answer-tests', /rpc\/answerTests\//, /^All/],
  ['/knowledge', /rpc\/knowledge\//, 'Sources'],
  ['/knowledge?tab=content', /rpc\/knowledge\//, 'Content'],
  ['/knowledge/health', /rpc\/helpHealth\/staleFaqs/, /^Voted down/],
  ['/knowledge/contradictions', /rpc\/contradictions\//, /^Open/],
  ['/widgets?section=share', null, 'HTML'],
]

const chosen = (page: Page, name: string | RegExp) => page.getByRole('tab', { name, selected: true })

async function expectReferences(page: Page, when: string): Promise<void> {
  await expect(page.getByRole('tabpanel'), when).toHaveCount(1)
  expect.soft(await danglingReferences(page), when).toEqual([])
  expect.soft(await problemsOf(page, ['aria-valid-attr-value']), when).toEqual([])
}

test('the billing tab refers to its panel while its code is loading', async ({ page }) => {
  await signUpWithWorkspace(page)
  const held: Route[] = []
  await page.route(/billing-tab.*\.js/, (route) => void held.push(route))
  await page.goto('/profile?tab=billing')
  await expect(chosen(page, 'Subscription & Billing')).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expectReferences(page, 'while the code loads')
  for (const route of held) await route.continue()
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
  await expectReferences(page, 'once it is there')
})

for (const [address, requests, name] of SCREENS)
  test(`the tabs of ${address} are valid while loading, failed and loaded`, async ({ page }) => {
    const { workspace } = await signUpWithWorkspace(page)
    await addFaq(page, workspace, { question: 'Which wool do you use?', answer: 'Merino.' })
    const open = async (when: string) => {
      await page.goto(address)
      await expect(chosen(page, name)).toBeVisible()
      await expectReferences(page, when)
    }
    await open('at once')
    if (!requests) return
    const held: Route[] = []
    await page.route(requests, (route) => void held.push(route))
    await open('while it loads')
    await page.unroute(requests)
    await Promise.all(held.map((route) => route.abort().catch(() => undefined)))
    await page.route(requests, (route) => route.fulfill({ status: 403, json: {} }))
    const failed = page.waitForResponse(requests)
    await open('as it fails')
    await failed
    await expectReferences(page, 'when it has failed')
    await page.unroute(requests)
    const loaded = page.waitForResponse(requests)
    await open('as it comes')
    await loaded
    await expectReferences(page, 'once it is there')
  })

for (const tab of ['sign-in', 'sign-up'])
  test(`the tabs of /auth are valid: ${tab}`, async ({ page }) => {
    await page.goto(`/auth?tab=${tab}`)
    await expect(page.getByRole('tab', { selected: true })).toBeVisible()
    await expectReferences(page, tab)
  })

test('the chosen tab is shown whole on a phone after the count of another tab has arrived', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signUpWithWorkspace(page)
  const held: Route[] = []
  await page.route(/rpc\/integrations\/list/, (route) => void held.push(route))
  await page.goto('/dashboard/integrations?tab=webhooks')
  await expect(chosen(page, 'Webhooks')).toBeVisible()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const route of held) await route.continue()
  await expect(page.getByRole('tab', { name: 'Connected (0)' })).toBeAttached()
  await expect(chosen(page, 'Webhooks')).toBeInViewport({ ratio: 1 })
})
