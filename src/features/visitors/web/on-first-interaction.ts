const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'click', 'submit'] as const

/**
 * Runs `wake` on the visitor's first interaction, before other handlers see it; at once when a field was already filled
 * in or focused. Until then the page works as rendered and needs no CPU time on a phone.
 */
export function onFirstInteraction(within: HTMLElement, wake: () => void): void {
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
