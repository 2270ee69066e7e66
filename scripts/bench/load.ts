// Puts load on an address from a thread of its own and measures. wrk is used where it is installed: it costs the
// machine less than we do.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Load, Measured } from './measurement.ts'

/** Returns true when a command is on the search path. */
export const isInstalled = (command: string, argument = '-v'): boolean =>
  spawnSync(command, [argument], { stdio: 'ignore' }).error === undefined

/**
 * Measures with our own loop: exact times of single requests.
 * @throws Error when the connection fails
 */
export async function measure(load: Load): Promise<Measured> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: load })
  const [measured]: Measured[] = await once(worker, 'message')
  await worker.terminate()
  if (!measured) throw new Error('The load thread reported nothing')
  return measured
}

const MILLISECONDS: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }

/** Measures throughput at one address: with wrk if there is one, else with our own loop. */
export async function throughput(url: string, connections: number, seconds: number): Promise<Measured> {
  if (!isInstalled('wrk')) {
    const { origin, pathname, search } = new URL(url)
    return measure({ url: origin, requests: [{ path: `${pathname}${search}` }], connections, seconds })
  }
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', 'Accept-Encoding: gzip', url]
  const { stdout } = await promisify(execFile)('wrk', args)
  const [, value, unit = ''] = /50%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN),
    p50: Number(value) * (MILLISECONDS[unit] ?? Number.NaN),
    // wrk prints the 50th, 75th, 90th and 99th hundredth only.
    p95: Number.NaN,
    errors: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
  }
}
