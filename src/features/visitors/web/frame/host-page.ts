// Messages between the frame and its host page. Both scripts check the origin and source of each message. Nothing that
// a visitor asks or reads is sent to the host.

const HOST_WINDOW = window.parent

export type FrameMessage =
  | { type: 'answerloom:resize'; height: number }
  | { type: 'answerloom:ready' }
  | { type: 'answerloom:close' }
  | { type: 'answerloom:answer'; outcome: string }

/** True when the page is in a frame. */
export const isFramed = HOST_WINDOW !== window

/**
 * Addressed to any origin: the frame cannot know its parent's (a page may send no referrer), which parents there may
 * be is settled by its `frame-ancestors` before it is shown, and nothing said here is more than that parent sees.
 */
export const postToHost = (frameMessage: FrameMessage): void => {
  if (isFramed) HOST_WINDOW.postMessage(frameMessage, '*')
}

/** Sends the height of the page whenever it changes. */
export function reportHeight(): void {
  let reportedHeight = 0
  const reportChange = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    if (height === reportedHeight) return
    reportedHeight = height
    postToHost({ type: 'answerloom:resize', height })
  }
  new ResizeObserver(reportChange).observe(document.body)
}

const lastFocusable = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('a[href],button,input:not([type=hidden]),summary')]
    .filter((element) => element.checkVisibility())
    .at(-1)

interface HostRequests {
  /** Asks a question for the visitor. */
  ask(question: string): void
  /** Suggests these questions from now on. */
  suggest(questions: string[]): void
}

/** Requests of the host's script: these, or to take the focus. */
export function handleHostMessages({ ask, suggest }: HostRequests): void {
  addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== HOST_WINDOW || !isFramed) return
    if (data?.type === 'answerloom:ask') {
      const question = String(data.question ?? '').trim()
      if (question) ask(question)
    } else if (data?.type === 'answerloom:suggest') suggest(data.questions.map(String))
    else if (data?.type === 'answerloom:focus') {
      // On a screen that is touched, the focus in the search box would bring up the keyboard.
      if (data.at === 'end') lastFocusable()?.focus()
      else if (matchMedia('(pointer: fine)').matches) document.querySelector<HTMLElement>('input[type=search]')?.focus()
    }
  })
}

/** Escape closes the panel around the frame, unless it first has a search to clear. */
export function closeOnEscape(): void {
  const handleKey = (keyEvent: KeyboardEvent) => {
    const searching = keyEvent.target instanceof HTMLInputElement && keyEvent.target.value
    if (keyEvent.key === 'Escape' && !searching) postToHost({ type: 'answerloom:close' })
  }
  addEventListener('keydown', handleKey, true)
}
