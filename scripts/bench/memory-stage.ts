// Measures the memory of a server while visitors read, search and ask: it must stop growing.
import { setTimeout as delay } from 'node:timers/promises'
import { mixedLoad } from '../load/mixed-load.ts'
import { fillServer } from './filled-server.ts'
import { copyName } from './many-workspaces.ts'
import { memoryOf } from './memory.ts'
import { visitorQuestions } from './questions.ts'
import type { Stage } from './stage.ts'

const FAQS = 10_000
/** More than the answers that the server caches. */
const QUESTIONS = 20_000
/** Requests to one workspace after another, so that each is read, searched and asked. */
const REQUESTS_IN_A_ROW = 4
const VISITORS = 8
const PARTS = 20
const LIMIT_S = 3_600
const IDLE_MS = 20_000

/** Slope of a line through points, by least squares. */
function slopeOf(points: { x: number; y: number }[]): number {
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [meanX, meanY] = [mean('x'), mean('y')]
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
}

export const memoryStage: Stage = {
  name: 'memory',
  says: `the memory of a server with the demo and ${FAQS} FAQs during 100000 requests (--requests), to one workspace or to others of ten FAQs (--workspaces)`,
  onlyWhenNamed: true,
  async run({ database, options: { requests = 100_000, workspaces = 0 } = {} }, report) {
    const filled = await fillServer(database, { faqs: FAQS, copies: workspaces })
    try {
      const app = await filled.start()
      try {
        await delay(IDLE_MS)
        report({ what: 'when idle, MB', figure: memoryOf(app.pid) })
        const asked = visitorQuestions(filled.questions, QUESTIONS)
        const visitedAt = (turn: number) => ({
          asked,
          subdomain:
            workspaces > 0 ? copyName(1 + (Math.floor(turn / REQUESTS_IN_A_ROW) % workspaces)) : filled.subdomain,
        })
        const load = { url: app.url, visitedAt, clients: VISITORS, seconds: LIMIT_S }
        const points: { x: number; y: number }[] = []
        let answered = 0
        for (let part = 1; part <= PARTS; part++) {
          const { all } = await mixedLoad({ ...load, requests: requests / PARTS, firstTurn: answered })
          if (all.answered < requests / PARTS) throw new Error(`${requests / PARTS - all.answered} requests failed`)
          answered += all.answered
          points.push({ x: answered / 100_000, y: memoryOf(app.pid) })
          report({ what: `after ${answered} requests, MB`, figure: memoryOf(app.pid) })
        }
        report({ what: 'at most, MB', figure: memoryOf(app.pid, 'peak') })
        report({ what: 'growth per 100000 requests, last half, MB', figure: slopeOf(points.slice(PARTS / 2)) })
      } finally {
        await app.stop()
      }
    } finally {
      await filled.remove()
    }
  },
}
