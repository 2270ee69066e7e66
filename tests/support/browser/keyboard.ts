// Working by keyboard alone. Every stop on the way must show where one is.
import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'

// As text: this file is typed without a document. Empty where the focus is plain to see, or says what is wrong with it.
const FOCUS_PROBLEM = `(() => {
  const at = document.activeElement
  if (!at || at === document.body) return ''
  if (at.hasAttribute('data-base-ui-focus-guard') || at.tagName === 'IFRAME') return ''
  const name = (at.getAttribute('aria-label') || at.textContent || at.getAttribute('placeholder') || '').trim().slice(0, 60)
  const who = at.tagName.toLowerCase() + ' «' + name + '»'
  const ringed = (one) => {
    if (!one) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  // A cursor that blinks, an entry that is highlighted, and what is focused only to begin from show it in their own way.
  const shown = ringed(at) || ringed(at.closest('label')) || at.matches('[role=combobox], [data-highlighted], [tabindex="-1"]')
  if (!shown) return who + ' does not show that it has the focus'
  const { top, bottom, left, right } = at.getBoundingClientRect()
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return who + ' has the focus out of sight'
  return ''
})()`

/** More stops than any screen has. */
const FAR = 120

/** @throws where the focus does not show */
export async function checkFocus(page: Page): Promise<void> {
  expect(await page.evaluate<string>(FOCUS_PROBLEM)).toBe('')
}

/** Presses Tab (`back`: Shift+Tab) until `target` is focused. @throws when it is not reached */
export async function tabTo(target: Locator, options: { back?: boolean } = {}): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let stop = 0; stop < FAR; stop++) {
    if (await target.evaluate((element) => element.ownerDocument.activeElement === element)) return
    await page.keyboard.press(options.back ? 'Shift+Tab' : 'Tab')
    await checkFocus(page)
  }
  throw new Error(`${target} is not reached by ${options.back ? 'Shift+Tab' : 'Tab'}`)
}

/** Goes there and presses it. */
export async function pressAt(target: Locator, key = 'Enter', options: { back?: boolean } = {}): Promise<void> {
  await tabTo(target, options)
  await target.page().keyboard.press(key)
}

/** Goes to a field and writes into it, in place of what is there. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  const { keyboard } = target.page()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.insertText(text)
}

/** Goes to a list of choices, opens it, and takes the one whose value is `chosen`. */
export async function pickFrom(target: Locator, chosen: string): Promise<void> {
  const { keyboard } = target.page()
  const isOpen = () => target.evaluate((element) => element.matches(':open'))
  await tabTo(target)
  await expect.poll(isOpen).toBe(false)
  await keyboard.press('ArrowDown')
  await expect.poll(isOpen).toBe(true)
  await keyboard.press('Home')
  const values = await target.locator('option:not([hidden])').evaluateAll((all) => all.map(({ value }) => value))
  for (let position = values.indexOf(chosen); position > 0; position--) await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(target).toHaveValue(chosen)
}

/** Waits until an element other than the body has the focus, so that keyboard users know their place. */
export const expectPlace = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate<string>('document.activeElement?.tagName ?? ""')).not.toBe('BODY')
