import { closeButton, part } from './launcher-parts.ts'

export interface PagePrompt {
  text: string
  trigger: 'delay' | 'exit'
  seconds: number
}

/** Calls `due` at the prompt's time. @returns how to stop waiting */
export function waitForPrompt({ trigger, seconds }: PagePrompt, due: () => void): () => void {
  if (trigger === 'delay') {
    const timer = setTimeout(due, seconds * 1000)
    return () => clearTimeout(timer)
  }
  // The pointer leaves through the top, towards the tabs and the address. Fingers cannot.
  const leave = ({ clientY, relatedTarget }: MouseEvent) => {
    if (!relatedTarget && clientY <= 0) due()
  }
  document.addEventListener('mouseout', leave)
  return () => document.removeEventListener('mouseout', leave)
}

/** The text beside the button. Screen readers read it when they are done with what they read; it takes no focus. */
export function createBubble(button: HTMLElement, onOpen: () => void) {
  const region = part('div', { role: 'status' })
  const shut = closeButton('Dismiss')
  const element = part('div', { class: 'hint' }, region, shut)
  const hide = () => {
    if (element.matches(':focus-within')) button.focus()
    region.replaceChildren()
  }
  shut.addEventListener('click', hide)
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  return {
    element,
    hide,
    show(text: string) {
      const say = part('button', { type: 'button', class: 'say', dir: 'auto' }, text)
      say.addEventListener('click', onOpen)
      region.replaceChildren(say)
    },
  }
}
