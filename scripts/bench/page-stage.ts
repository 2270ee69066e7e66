// The public page against servers that send the same bytes: from our cache against bare `node:http` servers, and behind the
// nginx configuration that we ship against nginx with a file. Turn by turn, so that all meet the same machine.
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

/** Headers that `node:http` adds to each response. */
const ADDED_BY_NODE = new Set(['connection', 'date', 'keep-alive'])

/**
 * Each of ours, followed by its yardstick. Formatting our headers costs Node about a third of what it needs for a page, so
 * that one yardstick sends them, too.
 */
async function startPairs(appUrl: string, at: string): Promise<[StaticServer, StaticServer][]> {
  const page = await fetch(appUrl + at, { headers: { 'accept-encoding': 'gzip' } })
  if (!page.ok) throw new Error(`${appUrl + at} answered ${page.status}`)
  const html = await page.text()
  const headers = Object.fromEntries([...page.headers].filter(([name]) => !ADDED_BY_NODE.has(name)))
  const own = { name: 'public page, cached', url: appUrl + at, stop: async () => {} }
  const node = await startNodeServer(html)
  const ofNode: [StaticServer, StaticServer][] = [
    [own, node],
    [{ ...own, name: 'public page, cached, against its headers' }, await startNodeServer(html, headers)],
  ]
  if (!hasNginx()) return ofNode
  const { url, stop } = await startShippedNginx(appUrl)
  const behind = { name: 'public page behind the shipped nginx', url: url + at, stop }
  return [...ofNode, [behind, await startStockNginx(html)]]
}

export const pageStage: Stage = {
  name: 'page',
  says: 'the public page, each time followed by its yardstick',
  async run(app, report) {
    const at = '/faq/demo'
    const pairs = await startPairs(app.url, at)
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
