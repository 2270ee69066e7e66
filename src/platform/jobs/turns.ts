import { setImmediate as turn } from 'node:timers/promises'

/** Milliseconds after which others have their turn. */
const TURN_MS = 4

/** Does one after another, and lets whatever else waits have its turn every few milliseconds. Rejects with what is thrown. */
export async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let started = performance.now()
  for (const item of items) {
    if (performance.now() - started > TURN_MS) {
      await turn()
      started = performance.now()
    }
    work(item)
  }
}
