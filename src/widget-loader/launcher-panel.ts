import { icon, part } from './launcher-parts.ts'

/**
 * The panel: a modal dialog, so that the page behind it is inert, the focus returns on close, and nothing overlaps it.
 * Tab wraps around inside.
 */
export function createPanel(title: string, address: string) {
  const frame = part('iframe', { title, referrerpolicy: 'strict-origin-when-cross-origin' })
  const shut = part(
    'button',
    { type: 'button', class: 'shut', 'aria-label': 'Close', autofocus: '' },
    icon('m6 6 12 12M18 6 6 18'),
  )
  const first = part('span', { tabindex: '0' })
  const last = part('span', { tabindex: '0' })
  const bar = part('div', { class: 'bar' }, part('span', { class: 'title' }, title), shut)
  const element = part('dialog', { 'aria-label': title }, first, bar, frame, last)
  let leaveAtStart = () => {}

  shut.addEventListener('click', () => element.close())
  // The backdrop belongs to the dialog; everything inside it is one of its children.
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close()
  })
  last.addEventListener('focus', () => shut.focus())
  first.addEventListener('focus', () => {
    frame.focus()
    leaveAtStart()
  })

  return {
    element,
    frame,
    isOpen: () => element.open,
    /** Called when the focus goes backwards past the start: the frame is to take it at its end. */
    onLeaveAtStart(handler: () => void) {
      leaveAtStart = handler
    },
    open() {
      if (!frame.getAttribute('src')) frame.src = address
      element.showModal()
    },
  }
}
