// The command palette and the theme, which are available on every page of the dashboard.
import { expect, test, WITH_MOTION } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { addFaq, ask, callInWorkspace } from '../support/content/workspace-content.ts'

test.use(WITH_MOTION)

test.describe('the palette', () => {
  test('opens pages, creates a FAQ, and switches the workspace with the keyboard', async ({ page }) => {
    await signUpWithWorkspace(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('ques')
    await expect(palette.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/messages')
    await expect(palette).toBeHidden()

    await page.getByRole('button', { name: /Search or jump to/ }).click()
    await expect(palette).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.keyboard.press('Meta+k')
    await page.keyboard.type('new answer')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Create FAQ' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Create FAQ' })).toBeHidden()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/settings?tab=security')

    await page.keyboard.press('Control+k')
    await page.keyboard.type('zebra')
    await expect(palette.getByText('Nothing found')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette).toBeHidden()
  })
})

test('the palette finds FAQs, questions, sources and people, and lists recent choices', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  await addFaq(page, workspace, { question: 'How are the hammocks washed?', answer: 'By hand.' })
  await ask(page, workspace, 'Do hammocks fit a balcony?')
  await callInWorkspace(page, workspace, 'knowledge/createTexts', {
    items: [{ title: 'Hammocks and their knots', content: 'A bowline holds best.' }],
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const option = (name: string) => palette.getByRole('option', { name })
  const openPalette = async () => {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await expect(palette.getByRole('combobox')).toHaveValue('')
  }
  await openPalette()
  await page.keyboard.type('hammocks')
  await expect(option('How are the hammocks washed?')).toBeVisible()
  await expect(option('Do hammocks fit a balcony?')).toBeVisible()
  await expect(option('Hammocks and their knots')).toBeVisible()
  await option('Do hammocks fit a balcony?').click()
  await expect(page).toHaveURL(/\/messages\?question=/)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette()
  await page.keyboard.type('weaver')
  await expect(option('Ada Weaver')).toBeVisible()
  await page.keyboard.press('Enter')
  // Without waiting for the page: the palette still fades out.
  await openPalette()
  await expect(page).toHaveURL('/profile?tab=team')
  await page.keyboard.type('contradictions')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/knowledge/contradictions')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette()
  await expect(palette.getByText('Recent', { exact: true })).toBeVisible()
  await expect(palette.getByRole('option').first()).toHaveText('Contradictions')
  await page.keyboard.type('zebra')
  await expect(palette.getByText('Nothing found')).toBeVisible()
})

test('the theme is remembered', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/dashboard')
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const choose = async (theme: string) => {
    await page.getByRole('button', { name: /^Account menu of/ }).click()
    await page.getByRole('menuitemradio', { name: theme }).click()
    await page.keyboard.press('Escape')
  }
  const light = await paper()
  await choose('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await page.goto('/pages')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await paper()).toBe(dark)
  await choose('System')
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  await expect.poll(paper).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(paper).toBe(dark)
  await choose('Light')
  await expect.poll(paper).toBe(light)
})

test('with reduced motion, nothing is animated', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element)
      return [transitionDuration, animationName]
    }),
  )
  expect([...new Set(durations)].sort()).toEqual(['0s', 'none'])
})
