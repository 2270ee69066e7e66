// Records changes that a page makes by itself while it loads: DOM mutations and layout shifts.
import { expect, type Page } from '@playwright/test'

// Run in the page, before its own scripts. As text: this file is typed without a document.
const RECORD = `
window.changes = []
window.shifts = []
document.addEventListener('readystatechange', () => {
  if (document.readyState !== 'interactive') return
  const note = (records) => window.changes.push(...records.map((r) => r.type + ' ' + r.target.nodeName))
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
})
const sources = ({ sources }) => sources.map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 80)).join(' | ')
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (!entry.hadRecentInput) window.shifts.push(entry.value.toFixed(4) + ' ' + sources(entry))
}).observe({ type: 'layout-shift', buffered: true })`

/** Starts recording on every page that is opened from now on. */
export const watchLoading = (page: Page): Promise<unknown> => page.addInitScript({ content: RECORD })

const SETTLED =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))))'

/** Resolves when all changes so far are painted and the observers were notified. */
export const untilPainted = (page: Page): Promise<unknown> => page.evaluate(SETTLED)

/** Changes to the document since it was parsed. */
export async function changesOf(page: Page): Promise<string[]> {
  await untilPainted(page)
  return page.evaluate('window.changes')
}

/** Parts that moved without the visitor's doing: how far, and what. */
export async function shiftsOf(page: Page): Promise<string[]> {
  await untilPainted(page)
  return page.evaluate('window.shifts')
}

const ALIVE = "document.getElementById('_help') && '__k' in document.getElementById('_help')"

/** Gives a sign of a visitor, and resolves when the script has taken over the page. */
export async function untilAlive(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate("dispatchEvent(new PointerEvent('pointerover'))")
    expect(await page.evaluate(ALIVE)).toBe(true)
  }).toPass()
}
