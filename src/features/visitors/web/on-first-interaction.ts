const INTERACTION_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'click', 'submit'] as const

/**
 * Runs `onInteraction` on the visitor's first interaction, before other handlers see it; at once when a field was already filled
 * in or focused. Until then the page works as rendered and needs no CPU time on a phone.
 */
export function onFirstInteraction(container: HTMLElement, onInteraction: () => void): void {
  const hasInput = [...container.querySelectorAll('input')].some(
    (inputField) => inputField.value !== inputField.defaultValue,
  )
  if (hasInput || container.contains(document.activeElement)) {
    onInteraction()
    return
  }
  const handleOnce = () => {
    for (const eventName of INTERACTION_EVENTS) removeEventListener(eventName, handleOnce, true)
    onInteraction()
  }
  for (const eventName of INTERACTION_EVENTS) addEventListener(eventName, handleOnce, true)
}
