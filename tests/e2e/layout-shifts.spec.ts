// Nothing moves while a page loads, also where fonts and data come late.
import type { Page } from '@playwright/test'
import { expect, test, WITH_MOTION } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { shiftsOf, watchLoading } from '../support/browser/page-changes.ts'
import { addFaq, ask } from '../support/content/workspace-content.ts'

test.use(WITH_MOTION)

/** The layout shift score from which a page counts as steady, a fifth of what is rated as good. */
const MAX_SHIFT = 0.02
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

const scoreOf = (shifts: string[]) => shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0)

/** Opens a page whose fonts come only after its text has been painted. */
async function openWithLateFonts(page: Page, path: string): Promise<void> {
  const painted = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await painted.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  painted.resolve()
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  await page.unroute('**/*.woff2')
}

test('pages of the public site do not move when their font arrives', async ({ page }) => {
  await watchLoading(page)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const path of ['/', '/features', '/docs', '/auth']) {
      await openWithLateFonts(page, path)
      const shifts = await shiftsOf(page)
      expect(scoreOf(shifts), `${path} at ${size.width}: ${shifts.join('\n')}`).toBeLessThan(MAX_SHIFT)
    }
  }
})

test('pages of the dashboard do not move when their data arrives', async ({ page }) => {
  test.setTimeout(240_000)
  const { workspace } = await signUpWithWorkspace(page)
  for (let index = 0; index < 12; index++)
    await addFaq(page, workspace, { question: `Is yarn number ${index} in stock?`, answer: 'Yes.', category: 'Stock' })
  for (const question of ['Do you ship abroad?', 'Is yarn number 3 in stock?']) await ask(page, workspace, question)
  await watchLoading(page)
  const problems: string[] = []
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const path of PATHS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
      const shifts = await shiftsOf(page)
      if (scoreOf(shifts) >= MAX_SHIFT) problems.push(`${path} at ${size.width}: ${shifts.join('\n')}`)
    }
  }
  expect(problems).toEqual([])
})

const PATHS = [
  '/dashboard',
  '/messages',
  '/messages/gaps',
  '/pages',
  '/pages/suggested',
  '/pages/categories',
  '/knowledge',
  '/widgets',
  '/integrations',
  '/settings',
  '/settings?tab=security',
  '/settings?tab=team',
  '/billing',
  '/profile',
]
