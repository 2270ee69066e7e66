// Measures how long a second start takes until the server answers, and its memory when idle.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type AppServer, startApp } from '../../tests/support/app/app-server.ts'
import { startPostgres } from '../../tests/support/database/postgres-server.ts'
import type { Stage } from './stage.ts'

const STARTS = 3
/** Until what a start sets going has been done. */
const IDLE_MS = 20_000

/** Resident memory of a process in megabytes, as Linux counts it. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

export const startStage: Stage = {
  name: 'start',
  says: 'a second start with the demo, and the memory of an idle server',
  async run({ database }, report) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-start-'))
    const postgres = database === 'postgres' ? await startPostgres() : undefined
    const env: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {}
    const start = () => startApp({ database, dataDir, env })
    let app: AppServer | undefined
    try {
      await (await start()).stop()
      const times: number[] = []
      for (let n = 0; n < STARTS; n++) {
        await app?.stop()
        const begun = performance.now()
        app = await start()
        times.push(performance.now() - begun)
      }
      times.sort((left, right) => left - right)
      report({ what: 'second start until ready, s', figure: (times[Math.floor(STARTS / 2)] ?? Number.NaN) / 1000 })
      await delay(IDLE_MS)
      report({ what: 'memory when idle, MB', figure: await memoryOf(app?.pid ?? 0) })
    } finally {
      await app?.stop()
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
