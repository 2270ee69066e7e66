const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'click', 'submit'] as const

/**
 * Runs `wake` with the first sign that somebody turns to the page, before the page itself hears of it; at once where
 * that was earlier: a field has been written into, or has the focus. Until then the page works as the server sent it,
 * and costs a phone nothing.
 */
export function onFirstSign(within: HTMLElement, wake: () => void): void {
  const written = [...within.querySelectorAll('input')].some((input) => input.value !== input.defaultValue)
  if (written || within.contains(document.activeElement)) {
    wake()
    return
  }
  const once = () => {
    for (const sign of SIGNS) removeEventListener(sign, once, true)
    wake()
  }
  for (const sign of SIGNS) addEventListener(sign, once, true)
}
