import { icon, part } from './launcher-parts.ts'
import { isLight } from './readable-text.ts'

const QUESTION = 'M4 5.5h16v11h-9l-4.5 4v-4H4zM9.8 9.6a2.2 2.2 0 1 1 2.9 2c-.5.2-.7.5-.7 1M12 14.4v.1'

/** The button that opens the panel. Without a label it is round and says what it is to those who can't see it. */
export function createButton(label: string, onPress: () => void) {
  const button = part(
    'button',
    { type: 'button', class: 'launch', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' },
    icon(QUESTION),
  )
  if (label) button.append(label)
  else button.setAttribute('aria-label', 'Help')
  button.addEventListener('click', onPress)
  return Object.assign(button, {
    /** Shows a dot that says this; '' for none. */
    announce(news: string) {
      button.title = news
    },
    /** Sets black or white text once the button is on the page and its color is known. */
    readableText() {
      const light = isLight(getComputedStyle(button).backgroundColor)
      const root = button.getRootNode()
      if (root instanceof ShadowRoot) root.host.toggleAttribute('data-light', light)
    },
  })
}
