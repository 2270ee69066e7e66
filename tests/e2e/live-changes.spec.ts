// A change that happens while a page loads: after its first read, before the stream of changes is open.
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { addFaq } from '../support/content/workspace-content.ts'

const STREAM = '**/api/events*'
const QUESTION = 'Do you weave linen?'

test('a change between the first query and the open stream is shown', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  const mayOpen = Promise.withResolvers<void>()
  await page.route(STREAM, async (route) => {
    await mayOpen.promise
    await route.continue()
  })
  await page.goto('/pages')
  await expect(page.getByRole('heading', { name: 'No FAQs yet' })).toBeVisible()
  await addFaq(page, workspace, { question: QUESTION, answer: 'Yes.' })
  mayOpen.resolve()
  await expect(page.getByRole('main').getByText(QUESTION)).toBeVisible()
})
