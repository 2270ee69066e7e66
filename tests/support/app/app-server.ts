// Starts the real server as a process of its own, on a free port and with its own data.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { newPostgres, placeCluster } from '../database/prepared-databases.ts'
import { freePort } from '../network/free-port.ts'
import { NODE_FLAGS, plainEnvironment, ROOT, SERVER } from './server-files.ts'

/** The databases the server runs on. */
export type DatabaseKind = 'pglite' | 'postgres'

/** A running server. `url` has no slash at its end. */
export type AppServer = {
  url: string
  dataDir: string
  /** Environment of the server; operator commands run with the same one. */
  env: Record<string, string>
  pid: number
  /** Everything it has printed so far. */
  logs: () => string
  /** Its exit code once it has ended; null when a signal ended it. */
  exited: Promise<number | null>
  /** Ends it, waits for its end and removes its data. */
  stop: () => Promise<void>
}

/** `dataDir` is kept at the end when it is given; `env` is added to the server's environment. */
export type AppOptions = {
  database?: DatabaseKind
  /** Host name in the server's addresses. */
  host?: '127.0.0.1' | 'localhost'
  dataDir?: string
  /** A free one by default. The address of the server contains it, and a new address changes the docs' workspace. */
  port?: number
  env?: Record<string, string>
}

const START_LIMIT_MS = 90_000
const STOP_LIMIT_MS = 15_000

/** Asks until the server is ready, or has ended, or the limit has passed. */
async function untilReady(child: ChildProcess, url: string, logs: () => string): Promise<void> {
  const limit = AbortSignal.timeout(START_LIMIT_MS)
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended at once:\n${logs()}`)
    if (limit.aborted) throw new Error(`The server was not ready after ${START_LIMIT_MS / 1000} s:\n${logs()}`)
    const ready = await fetch(`${url}/readyz`, { signal: limit }).catch(() => undefined)
    if (ready?.ok) return
    await delay(50)
  }
}

/** Asks the process to end, and kills it when it has not done so in time. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(killer)
}

/**
 * Starts the built server and waits until it is ready.
 * Rate limits are off unless `env` switches them on: all visitors of a test come from one address. So are search by
 * meaning, whose model takes a second of processor time to load, and the workspaces of the demo and the docs, which take
 * half a second.
 * @throws Error with the server's output when it does not become ready
 */
export async function startApp({
  database = 'pglite',
  host = '127.0.0.1',
  dataDir,
  port: givenPort,
  env = {},
}: AppOptions = {}): Promise<AppServer> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'answerloom-')))
  if (database === 'pglite' && !dataDir) await placeCluster(folder)
  const postgres = database === 'postgres' && !env.DATABASE_URL ? await newPostgres() : undefined
  const port = givenPort ?? (await freePort())
  const url = `http://${host}:${port}`
  const own = {
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    SEMANTIC: 'off',
    SEED_DEMO: 'off',
    CHROMIUM_PATH: 'off',
  }
  const settings: Record<string, string> = { ...own, ...postgres?.env, ...env }
  const child = spawn(process.execPath, [...NODE_FLAGS, SERVER], {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // A test run that is itself ended must not leave the server behind.
  const killNow = () => child.kill('SIGKILL')
  process.once('exit', killNow)
  const stop = async () => {
    await end(child)
    process.off('exit', killNow)
    await postgres?.stop()
    if (!dataDir) await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(child, url, () => output)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDir: folder, env: settings, pid: child.pid ?? 0, logs: () => output, exited, stop }
}
