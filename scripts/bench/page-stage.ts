// The public page against servers that send the same bytes: from our cache against a bare `node:http` server, and behind
// the nginx configuration that we ship against nginx with a file. Turn by turn, so that all meet the same machine.
import { hasNginx, startShippedNginx } from '../../tests/support/network/nginx-server.ts'
import { throughput } from './load.ts'
import type { Measured } from './measurement.ts'
import { untilQuiet } from './settle.ts'
import type { Stage } from './stage.ts'
import { type StaticServer, startNodeServer, startStockNginx } from './static-server.ts'

const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 32

const median = (all: Measured[]): Measured => {
  const sorted = all.toSorted((left, right) => left.perSecond - right.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: Number.NaN, p50: Number.NaN, p95: Number.NaN, errors: 0 }
}

/** Each of ours, followed by its yardstick. */
async function startPairs(appUrl: string, at: string, html: string): Promise<[StaticServer, StaticServer][]> {
  const own = { name: 'public page, cached', url: appUrl + at, stop: async () => {} }
  const node = await startNodeServer(html)
  if (!hasNginx()) return [[own, node]]
  const { url, stop } = await startShippedNginx(appUrl)
  const behind = { name: 'public page behind the shipped nginx', url: url + at, stop }
  return [
    [own, node],
    [behind, await startStockNginx(html)],
  ]
}

export const pageStage: Stage = {
  name: 'page',
  says: 'the public page, each time followed by its yardstick',
  async run(app, report) {
    const at = '/faq/demo'
    const page = await fetch(app.url + at)
    if (!page.ok) throw new Error(`${app.url + at} answered ${page.status}`)
    const pairs = await startPairs(app.url, at, await page.text())
    try {
      await untilQuiet(app.url)
      const measured = new Map(pairs.flat().map((server): [StaticServer, Measured[]] => [server, []]))
      for (const { url } of measured.keys()) await throughput(url, CONNECTIONS, 1)
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [{ url }, results] of measured) results.push(await throughput(url, CONNECTIONS, SECONDS))
      }
      for (const [own, reference] of pairs) {
        const [ours, theirs] = [own, reference].map((server) => median(measured.get(server) ?? []))
        if (!ours || !theirs) continue
        report({ what: own.name, ...ours, ratio: ours.perSecond / theirs.perSecond })
        report({ what: reference.name, ...theirs, ratio: 1 })
      }
    } finally {
      for (const server of pairs.flat()) await server.stop()
    }
  },
}
