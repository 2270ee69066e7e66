import { closeButton, part } from './launcher-parts.ts'

/**
 * The panel: a modal dialog, so that the page behind it is inert, the focus returns on close, and nothing overlaps it.
 * Tab wraps around inside.
 */
export function createPanel(title: string, address: () => string) {
  const frame = part('iframe', { title, referrerpolicy: 'strict-origin-when-cross-origin' })
  const shut = closeButton('Close')
  shut.autofocus = true
  const first = part('span', { tabindex: '0' })
  const last = part('span', { tabindex: '0' })
  const bar = part('div', { class: 'bar' }, part('span', { class: 'title' }, title), shut)
  const element = part('dialog', { 'aria-label': title }, first, bar, frame, last)
  let leaveAtStart = () => {}
  const load = () => {
    if (!frame.getAttribute('src')) frame.src = address()
  }

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
    load,
    isOpen: () => element.open,
    /** Called when the focus goes backwards past the start: the frame is to take it at its end. */
    onLeaveAtStart(handler: () => void) {
      leaveAtStart = handler
    },
    open() {
      load()
      element.showModal()
    },
  }
}
