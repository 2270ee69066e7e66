import { setTimeout as pause } from 'node:timers/promises'

const SAMPLE_MS = 1000
/** Load, in cores, below which every server counts as quiet. */
const QUIET_SHARE = 0.05
/** A server that uses more by itself counts as quiet up to this multiple of its own lowest load, … */
const IDLE_FACTOR = 2
/** … but never above this load, so that steady work from the start on is not taken for its idle load. */
const MAX_QUIET_SHARE = 0.2
const QUIET_SAMPLES = 3
const MAX_MS = 300_000

async function cpuSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds (\S+)/m.exec(text)?.[1])
}

/** Lowest load that was seen of each server, in cores. */
const lowestShares = new Map<string, number>()

/** Returns the load, in cores, below which a server counts as quiet. */
function quietShareOf(url: string, share: number): number {
  const lowest = Math.min(share, lowestShares.get(url) ?? share)
  lowestShares.set(url, lowest)
  return Math.min(Math.max(QUIET_SHARE, lowest * IDLE_FACTOR), MAX_QUIET_SHARE)
}

/**
 * Waits until the server has done what an import or a start leaves it to do (embeddings, vacuum), so that steady state
 * is measured.
 * @throws Error when it is still at work after five minutes
 */
export async function untilQuiet(url: string): Promise<void> {
  const started = performance.now()
  let [before, at, quiet, last] = [await cpuSeconds(url), performance.now(), 0, 0]
  while (quiet < QUIET_SAMPLES) {
    if (performance.now() - started > MAX_MS)
      throw new Error(`The server is not idle after ${MAX_MS / 60_000} minutes: it uses ${last.toFixed(2)} of a core`)
    await pause(SAMPLE_MS)
    const now = await cpuSeconds(url)
    last = (now - before) / ((performance.now() - at) / 1000)
    quiet = last < quietShareOf(url, last) ? quiet + 1 : 0
    before = now
    at = performance.now()
  }
}
