import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds after which others have their turn. */
const TURN_MS = 4

/**
 * Runs tasks one after another and yields to the event loop every few milliseconds. Rejects with the error of a task.
 */
export async function runInSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let started = performance.now()
  for (const item of items) {
    if (performance.now() - started > TURN_MS) {
      await turn()
      started = performance.now()
    }
    work(item)
  }
}
