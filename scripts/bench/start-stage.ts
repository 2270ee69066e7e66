// Measures the time and the processor time that a second start takes until the server is ready, and its memory when idle.

import { setTimeout as delay } from 'node:timers/promises'
import type { AppServer } from '../../tests/support/app/app-server.ts'
import { cpuOfProcess } from './cpu-time.ts'
import { fillServer } from './filled-server.ts'
import { memoryOf } from './memory.ts'
import type { Stage } from './stage.ts'

const STARTS = 3
/** Until what a start sets going has been done. */
const IDLE_MS = 20_000

const median = (values: number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

export const startStage: Stage = {
  name: 'start',
  says: 'a second start with the demo and 10000 FAQs (--faqs, --workspaces), and the memory of an idle server',
  async run({ database, options: { faqs = 10_000, workspaces = 0 } = {} }, report) {
    const filled = await fillServer(database, { faqs, copies: workspaces })
    let app: AppServer | undefined
    try {
      const times: number[] = []
      const cpuTimes: number[] = []
      for (let n = 0; n < STARTS; n++) {
        await app?.stop()
        const begun = performance.now()
        app = await filled.start()
        times.push((performance.now() - begun) / 1000)
        cpuTimes.push(cpuOfProcess(app.pid))
      }
      report({ what: 'second start until ready, s', figure: median(times) })
      report({ what: '  processor time of the server, s', figure: median(cpuTimes) })
      await delay(IDLE_MS)
      if (app) report({ what: 'memory when idle, MB', figure: memoryOf(app.pid) })
    } finally {
      await app?.stop()
      await filled.remove()
    }
  },
}
