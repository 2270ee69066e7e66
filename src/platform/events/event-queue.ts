import type { AppEvent } from '../../kernel/events.ts'

export type QueuedEvent = AppEvent | { type: 'reset'; workspace_id: null }

/**
 * Queue of events for one reader, at most `most`. When the reader is too slow, all queued events are replaced by one
 * event of type `reset`: the reader's state may be stale and must be fetched again.
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

  /** Replaces the queued and any missed events by one `reset`. */
  reset(): void {
    this.#waiting = [{ type: 'reset', workspace_id: null }]
    this.#wake()
  }

  /** Yields the pushed events in order until `signal` is aborted. For one reader. */
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
