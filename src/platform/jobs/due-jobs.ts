import { setTimeout } from 'node:timers/promises'
import type { Database } from '../db/index.ts'
import { queuesWithDueJobs } from './queue-database.ts'

/** Workers of each queue, by its name. */
export type WorkerIds = ReadonlyMap<string, readonly string[]>

const INTERVAL_MS = 2_000

/**
 * Wakes workers whose queue has a job that is due, such as one that waited for another run. One statement asks for all
 * queues; pg-boss would ask for each by itself, which was two thirds of the work of an idle server.
 */
export function wakeWhenDue(
  db: Database,
  workers: WorkerIds,
  o: { wake(worker: string): void; onError(reason: string): void },
): { stop(): Promise<void> } {
  const names = [...workers.keys()]
  const ended = new AbortController()
  const run = async () => {
    while (!ended.signal.aborted) {
      await setTimeout(INTERVAL_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
      if (ended.signal.aborted) return
      try {
        for (const name of await queuesWithDueJobs(db, names)) workers.get(name)?.forEach(o.wake)
      } catch (error) {
        o.onError((error as Error).message)
      }
    }
  }
  const running = run()
  return {
    stop() {
      ended.abort()
      return running
    },
  }
}
