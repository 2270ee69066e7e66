import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'

/** Time without a busy element after which a screen is complete, in milliseconds. */
const CALM_MS = 300
/** Longest time in which a state that was brought about becomes calm, in milliseconds. */
const MAX_STATE_MS = 2_000

/**
 * Waits until nothing is busy. Resolves to false when that takes longer than `limitMs`. As text: the tests that open
 * screens are typed without a document.
 */
const untilCalm = (limitMs: number) => `(async () => {
  await document.fonts.ready
  const end = performance.now() + ${limitMs}
  let since = null
  while (performance.now() < end) {
    const isCalm = document.querySelector('h1') && !document.querySelector('[aria-busy="true"], main .animate-shimmer')
    since = isCalm ? since ?? performance.now() : null
    if (since !== null && performance.now() - since > ${CALM_MS}) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
})()`

/**
 * Opens a screen and brings it into its state. Lists load after the page; a screen that is still busy after `limitMs`
 * is left as it is.
 * @returns problems that a program can see
 */
export async function openScreen(page: Page, screen: Screen, limitMs = 5_000): Promise<string[]> {
  const problems: string[] = []
  await screen.before?.(page)
  const response = await page.goto(screen.path)
  const status = response?.status() ?? 0
  if (status !== (screen.status ?? 200)) problems.push(`answered ${status}`)
  await screen.act?.(page).catch((error: Error) => problems.push(error.message.split('\n', 1)[0] ?? 'failed'))
  // Some states are busy on purpose, such as a question that is being answered.
  if (screen.act) await page.evaluate(untilCalm(MAX_STATE_MS))
  else if (!(await page.evaluate(untilCalm(limitMs)))) problems.push(`still busy after ${limitMs / 1_000} s`)
  return problems
}
