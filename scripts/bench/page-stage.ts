// The public page from our cache against a static server, turn by turn, so that both meet the same machine.

import { throughput } from './load.ts'
import type { Measured } from './measurement.ts'
import { untilQuiet } from './settle.ts'
import type { Stage } from './stage.ts'
import { kindsAtHand, type StaticServer, startStaticServer } from './static-server.ts'

const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 32

const median = (all: Measured[]): Measured => {
  const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: Number.NaN, p50: Number.NaN, p95: Number.NaN, errors: 0 }
}

export const pageStage: Stage = {
  name: 'page',
  says: 'the public page against static servers, the first of which is the yardstick',
  async run(app, report) {
    const address = `${app.url}/faq/demo`
    const page = await fetch(address)
    if (!page.ok) throw new Error(`${address} answered ${page.status}`)
    const html = await page.text()
    const others: StaticServer[] = []
    try {
      for (const kind of kindsAtHand()) others.push(await startStaticServer(kind, html))
      const servers = [{ name: 'public page, cached', url: address }, ...others]
      await untilQuiet(app.url)
      for (const { url } of servers) await throughput(url, CONNECTIONS, 1)
      const measured = servers.map((): Measured[] => [])
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [at, { url }] of servers.entries()) measured[at]?.push(await throughput(url, CONNECTIONS, SECONDS))
      }
      const yardstick = median(measured[1] ?? []).perSecond
      for (const [at, { name }] of servers.entries()) {
        const own = median(measured[at] ?? [])
        report({ what: name, ...own, ratio: own.perSecond / yardstick })
      }
    } finally {
      for (const server of others) await server.stop()
    }
  },
}
