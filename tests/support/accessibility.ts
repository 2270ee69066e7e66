// Whether a screen can be used by everybody, in every form it takes.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/**
 * What is wrong with a page, one line each. Frames of other origins are not looked into: it would take a page of its
 * own for each look, which costs more than the look itself.
 */
export async function problemsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Entrances fade and slide; what they end at is what counts. */
const SETTLED = 'Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))).then(() => {})'
// As text, like the one above: this file is typed without a document.
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** What a screen is made of depends on the width, its colours on the scheme, and neither on both: two looks see it all. */
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 375, colorScheme: 'dark' },
] as const

/**
 * Looks at the screen in every way: light and dark, on a desktop and on a phone, and for sideways scrolling at 320 px.
 * `show` brings it about, for a desktop and again for a phone.
 */
export async function checkScreen(page: Page, name: string, show: (width: number) => Promise<unknown>) {
  for (const { width, colorScheme } of LOOKS) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await show(width)
    await page.evaluate(SETTLED)
    expect.soft(await problemsOf(page), `${name}, ${colorScheme}, ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 900 })
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(OVERFLOW), `${name}: sideways scroll at 320 px`)
    .toBe(0)
}
