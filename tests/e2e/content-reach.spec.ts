// Accessibility of FAQ management and the inbox: by keyboard, on small screens, in light and dark, with any content.
import type { Page } from '@playwright/test'
import { problemsOf, sidewaysScroll } from '../support/browser/accessibility.ts'
import { expect, test } from '../support/browser/browser.ts'
import { signUpWithWorkspace } from '../support/browser/browser-people.ts'
import { addFaq, ask } from '../support/content/workspace-content.ts'

const HOSTILE = [
  '<script>document.title = "broken in"</script>',
  '<img src=x onerror="document.title=\'broken in\'">',
  '<svg/onload=document.title="broken-in">',
  '"><iframe srcdoc="<script>parent.document.title=1</script>"></iframe>',
  '**<b onclick=alert(1)>bold</b>** javascript:alert(1)',
  'https://bank.example@evil.example/ https://a.example/"onmouseover="alert(1)',
]

async function isAccessible(page: Page, what: string): Promise<void> {
  expect(await problemsOf(page), what).toEqual([])
}

test('text that looks like markup is shown literally', async ({ page }) => {
  const { workspace } = await signUpWithWorkspace(page)
  for (const text of HOSTILE) {
    await addFaq(page, workspace, { question: text, answer: text, category: text.slice(0, 60) })
    await ask(page, workspace, text, 'javascript:alert(1)').catch(() => ask(page, workspace, text))
  }
  await page.goto('/pages')
  const rows = page
    .getByRole('table', { name: 'FAQs' })
    .getByRole('button', { expanded: false })
    .filter({ hasText: /\S/ })
  await expect(rows).toHaveCount(HOSTILE.length)
  for (const text of HOSTILE) await page.getByRole('button', { name: text, exact: true }).click()
  await page.goto('/messages')
  await page.getByRole('button', { name: HOSTILE[0] ?? '', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Message Details' })).toBeVisible()

  expect(await page.title()).not.toContain('broken')
  expect(await page.locator('iframe, img[onerror], b[onclick]').count()).toBe(0)
  const targets = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(targets.filter((href) => /javascript:|evil|onmouseover/i.test(href))).toEqual([])
})

test('a FAQ is created, opened, published and deleted with the keyboard only', async ({ page }) => {
  await signUpWithWorkspace(page)
  await page.goto('/pages')
  const create = page.getByRole('button', { name: 'Create FAQ' })
  await create.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create FAQ' })
  await expect(dialog.getByLabel('Question', { exact: true })).toBeFocused()
  await page.keyboard.type('Is it quick?')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Yes.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()

  const toggle = page.getByRole('button', { name: 'Is it quick?', exact: true })
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  const row = page.getByRole('row').filter({ hasText: 'Is it quick?' })
  await expect(row.getByRole('button', { name: 'Publish' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Published')
  await toggle.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('alertdialog')
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveCount(0)
})

const LOOKS = [
  ['light', 320],
  ['light', 1440],
  ['dark', 320],
  ['dark', 1440],
] as const
for (const [scheme, width] of LOOKS) {
  test(`the screens are accessible and do not scroll sideways, ${scheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const { workspace } = await signUpWithWorkspace(page)
    const long = `Can${'not'.repeat(60)} this be returned?`
    await addFaq(page, workspace, { question: long, answer: '1. One\n2. Two', alternative_questions: ['Another way'] })
    await addFaq(page, workspace, { question: 'A draft?', answer: 'Yes.', status: 'draft' })
    await ask(page, workspace, long, 'https://woven.example.test/a/very/long/address/that/goes/on/and/on/and/on')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/pages')
    await page.getByRole('button', { name: long, exact: true }).click()
    await isAccessible(page, `FAQs at ${width}`)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Create FAQ' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create FAQ' }).click()
    await expect(page.getByText('Question and answer are required')).toBeVisible()
    await isAccessible(page, `Create FAQ at ${width}`)

    await page.goto('/messages')
    await expect(page.getByRole('button', { name: long })).toBeVisible()
    await isAccessible(page, `Questions at ${width}`)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Filter by date' }).click()
    await expect(page.getByRole('grid').first()).toBeVisible()
    await isAccessible(page, `Calendar at ${width}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: long, exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Message Details' })).toBeVisible()
    await isAccessible(page, `Message Details at ${width}`)
  })
}
