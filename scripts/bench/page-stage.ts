// The public page from our cache against a static server, turn by turn, so that both meet the same machine.

import { throughput } from './load.ts'
import type { Measured } from './measurement.ts'
import { untilQuiet } from './settle.ts'
import type { Row, Stage } from './stage.ts'
import { startStaticServer } from './static-server.ts'

const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 32

const median = (all: Measured[]): Measured => {
  const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: Number.NaN, p50: Number.NaN, p95: Number.NaN, errors: 0 }
}

export const pageStage: Stage = {
  name: 'page',
  says: 'the public page against a static server',
  async run(app) {
    const address = `${app.url}/faq/demo`
    const page = await fetch(address)
    if (!page.ok) throw new Error(`${address} answered ${page.status}`)
    const fixed = await startStaticServer(await page.text())
    try {
      await untilQuiet(app.url)
      await throughput(address, CONNECTIONS, 1)
      const ours: Measured[] = []
      const theirs: Measured[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await throughput(address, CONNECTIONS, SECONDS))
        theirs.push(await throughput(fixed.url, CONNECTIONS, SECONDS))
      }
      const [own, other] = [median(ours), median(theirs)]
      const row = (what: string, measured: Measured): Row => ({
        what,
        ...measured,
        ratio: measured.perSecond / other.perSecond,
      })
      return [row('public page, cached', own), row(fixed.name, other)]
    } finally {
      await fixed.stop()
    }
  },
}
