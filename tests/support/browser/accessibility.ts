// Checks a screen for accessibility in all its forms.
import { readFileSync } from 'node:fs'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { inRoot } from '../../../scripts/repository.ts'
import { expect } from './browser.ts'

/** The checker, minified: it is sent to and read by every document. */
const AXE = readFileSync(inRoot('node_modules', 'axe-core', 'axe.min.js'), 'utf8')

/** Light and dark differ only in colors, so the second scheme checks only contrast. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** The rules without those for whole pages, such as a main heading: for frames, and for parts of other sites' pages. */
export const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function problemsIn(frame: Frame, runOnly: RunOptions['runOnly']): Promise<string[]> {
  // The checker is compiled once for each document: that takes longer than the check itself.
  if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(AXE)
  const options: RunOptions = { resultTypes: ['violations'], iframes: false, ...(runOnly && { runOnly }) }
  const results = await frame.evaluate(`axe.run(document, ${JSON.stringify(options)})`)
  const { violations } = results as AxeResults
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`),
  )
}

/**
 * Returns the violations of a page and of the frames in it, one line each.
 * @param rules names of rules, or tags of rules; by default all rules
 */
export async function problemsOf(page: Page, rules?: string[]): Promise<string[]> {
  const found: string[] = []
  // A frame has an empty document until it gets an address.
  for (const frame of page.frames().filter((one) => one.url() !== 'about:blank')) {
    const isWhole = frame === page.mainFrame()
    found.push(...(await problemsIn(frame, rules ?? (isWhole ? undefined : WCAG_TAGS))))
  }
  return found
}

/** References by id, as text: this file is typed without a document. */
const DANGLING = `['aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-owns', 'aria-activedescendant', 'for']
  .flatMap((name) => [...document.querySelectorAll('[' + name + ']')].map((element) => [name, element]))
  .flatMap(([name, element]) => element.getAttribute(name).split(/\\s+/).map((id) => [name, id, element]))
  .filter(([, id]) => !document.getElementById(id))
  .map(([name, id, element]) => name + '=' + id + ' at ' + element.outerHTML.slice(0, 120))`

/** Elements that refer to an element that is not there, one line each. */
export const danglingReferences = (page: Page): Promise<string[]> => page.evaluate(DANGLING)

/**
 * Brings transitions to their end. Where each element animates inherited colors, the end of one transition starts the next.
 * Two frames in a row without a running transition are required.
 */
const SETTLED = `(async () => {
  const findRunning = () => document.getAnimations().filter((one) => one.playState !== 'finished')
  for (let calm = 0; calm < 2; calm++) {
    await new Promise(requestAnimationFrame)
    for (let running = findRunning(); running.length > 0; running = findRunning()) {
      for (const one of running) one.finish()
      calm = -1
    }
  }
})()`
/** The violations of the open screen in light and dark, one line each. */
export async function problemsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(SETTLED)
    const problems = await problemsOf(page, colorScheme === 'dark' ? COLOR_RULES : undefined)
    found.push(...problems.map((problem) => `${colorScheme}: ${problem}`))
  }
  return found
}

/** Pixels by which the page is wider than its window. As text, like the one above: this file is typed without a document. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/**
 * Looks at the screen in every way: light and dark, on a phone and on a desktop, and for sideways scrolling at 320 px. `show`
 * brings it about, for a desktop and again for a phone.
 */
export async function checkScreen(page: Page, name: string, show: (width: number) => Promise<unknown>) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await show(width)
    expect.soft(await problemsInBothSchemes(page), `${name}, ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 900 })
  await expect
    .configure({ soft: true })
    .poll(() => sidewaysScroll(page), `${name}: sideways scroll at 320 px`)
    .toBe(0)
}
