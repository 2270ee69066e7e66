// Screens of the dashboard beside the sidebar of a tablet: no text is squeezed, overlaps or is cut.
import type { Locator } from '@playwright/test'
import { sidewaysScroll } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { layoutProblems } from '../support/browser/layout-problems.ts'
import { callInWorkspace } from '../support/content/workspace-content.ts'

const QUESTION = 'How long does delivery take, and does it take longer to the islands in winter?'
const SOURCE = 'Handbook of the weaving mill for customers and partners'

test.use({ viewport: { width: 768, height: 900 }, hasTouch: true })

const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0
const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0

test('the screens of a workspace in use have space for their texts', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await callInWorkspace(page, workspace, 'faqs/create', {
    question: QUESTION,
    answer: 'Three days.',
    status: 'published',
  })
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [{ title: SOURCE, content: 'Our looms are made of oak. We oil them twice a year.' }],
  })
  const { id: webhookId } = await callInWorkspace<{ id: string }>(page, workspace, 'webhooks/create', {
    url: 'https://hooks.invalid/support/answerloom',
    description: 'Support desk',
    events: ['question.voted', 'handoff.replied', 'source.failed', 'member.changed'],
  })
  await page.request.post('/api/public/ask', { data: { subdomain: workspace.subdomain, question: 'Who won in 1972?' } })
  const main = page.getByRole('main')

  for (const [path, shown] of [
    ['/dashboard', main.getByRole('heading', { name: 'Publish a FAQ' })],
    ['/pages', main.getByText(QUESTION)],
    ['/knowledge', main.getByText(SOURCE).first()],
    ['/messages', main.getByText('Who won in 1972?').first()],
    [`/dashboard/integrations/webhooks/${webhookId}`, main.getByText('The role of a member changed')],
    ['/settings', main.getByText(`/faq/${workspace.subdomain}`).first()],
    ['/widgets?section=share', main.getByRole('heading', { name: 'Installation check' })],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(shown).toBeVisible()
      expect(await sidewaysScroll(page)).toBe(0)
      await expect.poll(() => layoutProblems(page)).toEqual([])
    })

  await page.goto('/pages')
  await expect.poll(() => widthOf(main.getByText(QUESTION)), 'a question of the table').toBeGreaterThan(240)
  await page.goto('/knowledge')
  await expect
    .poll(() => widthOf(main.getByRole('cell', { name: SOURCE }).first()), 'a source of the table')
    .toBeGreaterThan(240)
  await page.goto('/settings')
  const address = main.locator('code').filter({ hasText: `/faq/${workspace.subdomain}` })
  await expect.poll(() => heightOf(address), 'the public address is on one line').toBeLessThan(48)
  await page.goto(`/dashboard/integrations/webhooks/${webhookId}`)
  const events = main.getByRole('definition').filter({ hasText: 'A source could not be read' }).getByRole('listitem')
  await expect(events).toHaveCount(4)
  for (const event of await events.all())
    await expect.poll(() => heightOf(event), 'an event of a webhook is on one line').toBeLessThan(30)
  await page.goto('/pages?create=1')
  const tools = page.getByRole('toolbar').getByRole('button')
  await expect(tools.first()).toBeVisible()
  const tops = await tools.evaluateAll((buttons) =>
    buttons.map((button) => Math.round(button.getBoundingClientRect().top)),
  )
  expect(new Set(tops).size, 'the tools of the editor are on one line').toBe(1)
})
