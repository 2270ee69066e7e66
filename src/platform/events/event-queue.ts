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

  constructor(maxWaiting: number) {
    this.#most = maxWaiting
  }

  push(queuedEvent: AppEvent): void {
    if (this.#waiting.length >= this.#most) this.reset()
    else {
      this.#waiting.push(queuedEvent)
      this.#wake()
    }
  }

  /** Replaces the queued and any missed events by one `reset`. */
  reset(): void {
    this.#waiting = [{ type: 'reset', workspace_id: null }]
    this.#wake()
  }

  /** Yields the pushed events in order until `signal` is aborted. For one reader. */
  async *until(abortSignal: AbortSignal): AsyncGenerator<QueuedEvent> {
    abortSignal.addEventListener('abort', () => this.#wake(), { once: true })
    while (!abortSignal.aborted) {
      const queuedEvent = this.#waiting.shift()
      if (queuedEvent) yield queuedEvent
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}
