// Checks a screen for accessibility in all its forms.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './browser.ts'

/** Light and dark differ only in colors, so the second scheme checks only contrast. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Returns the violations of a page, one line each. Frames of other origins are skipped: each check would need a page of
 * its own, which costs more than the check.
 */
export async function problemsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Describing every element that passes takes a third of a check's time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary}`),
  )
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
 * Waits for the end of transitions. Inherited colors animate from element to element, frame by frame, so two frames in
 * a row without a change are required.
 */
const SETTLED = `(async () => {
  for (let calm = 0; calm < 2; ) {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter((one) => one.playState !== 'finished')
    calm = running.length === 0 ? calm + 1 : 0
    await Promise.all(running.map((one) => one.finished.catch(() => {})))
  }
})()`
// As text, like the one above: this file is typed without a document.
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/**
 * Looks at the screen in every way: light and dark, on a phone and on a desktop, and for sideways scrolling at 320 px. `show`
 * brings it about, for a desktop and again for a phone.
 */
export async function checkScreen(page: Page, name: string, show: (width: number) => Promise<unknown>) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    await show(width)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(SETTLED)
      expect
        .soft(
          await problemsOf(page, colorScheme === 'dark' ? COLOR_RULES : undefined),
          `${name}, ${colorScheme}, ${width} px`,
        )
        .toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 900 })
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(OVERFLOW), `${name}: sideways scroll at 320 px`)
    .toBe(0)
}
