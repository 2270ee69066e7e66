import type { AppEvent } from '../../kernel/events.ts'

export type QueuedEvent = AppEvent | { type: 'reset'; workspace_id: null }

/**
 * Events on their way to one reader, at most `most` of them. Who reads too slowly gets in the place of all that wait one
 * event of the type `reset`: what they know may be out of date, and has to be read anew.
 */
export class EventQueue {
  readonly #most: number
  #waiting: QueuedEvent[] = []
  #wake = () => {}

  constructor(most: number) {
    this.#most = most
  }

  push(event: AppEvent): void {
    if (this.#waiting.length >= this.#most) this.reset()
    else {
      this.#waiting.push(event)
      this.#wake()
    }
  }

  /** Whatever waits, and whatever may be missing, comes down to one `reset`. */
  reset(): void {
    this.#waiting = [{ type: 'reset', workspace_id: null }]
    this.#wake()
  }

  /** What is pushed, in order, until `signal` is aborted. For one reader. */
  async *until(signal: AbortSignal): AsyncGenerator<QueuedEvent> {
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    while (!signal.aborted) {
      const event = this.#waiting.shift()
      if (event) yield event
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
