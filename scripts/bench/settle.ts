import { setTimeout as pause } from 'node:timers/promises'

const SAMPLE_MS = 1000
/** Maximum load, in cores, of a quiet machine. */
const QUIET_SHARE = 0.05
const QUIET_SAMPLES = 3
const MAX_MS = 300_000

async function cpuSeconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_cpu_seconds (\S+)/m.exec(text)?.[1])
}

/**
 * Waits until the server has done what an import or a start leaves it to do (embeddings, vacuum), so that steady state
 * is measured.
 * @throws Error when it is still at work after five minutes
 */
export async function untilQuiet(url: string): Promise<void> {
  const started = performance.now()
  let [before, at, quiet] = [await cpuSeconds(url), performance.now(), 0]
  while (quiet < QUIET_SAMPLES) {
    if (performance.now() - started > MAX_MS) throw new Error('The server does not come to rest')
    await pause(SAMPLE_MS)
    const now = await cpuSeconds(url)
    const share = (now - before) / ((performance.now() - at) / 1000)
    quiet = share < QUIET_SHARE ? quiet + 1 : 0
    before = now
    at = performance.now()
  }
}
