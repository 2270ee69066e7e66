// Measures the time and the processor time that a second start takes until the server is ready, and its memory when idle.

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type AppServer, startApp } from '../../tests/support/app/app-server.ts'
import { operator } from '../../tests/support/app/operator-command.ts'
import { startPostgres } from '../../tests/support/database/postgres-server.ts'
import { freePort } from '../../tests/support/network/free-port.ts'
import { fill } from './bench-faqs.ts'
import { cpuOfProcess } from './cpu-time.ts'
import { vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { Stage } from './stage.ts'

const STARTS = 3
const FAQS = 10_000
/** Until what a start sets going has been done. */
const IDLE_MS = 20_000

/** Resident memory of a process in megabytes, as Linux counts it. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const median = (values: number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

export const startStage: Stage = {
  name: 'start',
  says: `a second start with the demo and ${FAQS} FAQs, and the memory of an idle server`,
  async run({ database }, report) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-start-'))
    const postgres = database === 'postgres' ? await startPostgres() : undefined
    const env: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {}
    const port = await freePort()
    const start = () => startApp({ database, dataDir, port, env })
    let app: AppServer | undefined
    try {
      app = await start()
      const email = 'start@example.test'
      const words = ['--email', email, '--password', 'woven-thread-7', '--name', 'Start', '--free-access']
      const workspace = { ...(await operator(app, words)), email, password: 'woven-thread-7' }
      const { url, pid } = app
      const benched = { url, database, pid, sitePorts: [], createWorkspace: () => Promise.resolve(workspace) }
      await fill(benched, workspace, vocabularyQuestions(FAQS))
      await untilQuiet(url)
      const times: number[] = []
      const cpuTimes: number[] = []
      for (let n = 0; n < STARTS; n++) {
        await app.stop()
        const begun = performance.now()
        app = await start()
        times.push((performance.now() - begun) / 1000)
        cpuTimes.push(cpuOfProcess(app.pid))
      }
      report({ what: 'second start until ready, s', figure: median(times) })
      report({ what: '  processor time of the server, s', figure: median(cpuTimes) })
      await delay(IDLE_MS)
      report({ what: 'memory when idle, MB', figure: await memoryOf(app.pid) })
    } finally {
      await app?.stop()
      await postgres?.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}
