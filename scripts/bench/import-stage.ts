// An import of 10,000 FAQs as the dashboard does it, call after call, while visitors search another workspace; the ratio
// of the visitors' line is to what they wait while nothing is imported.
import { call, fill } from './bench-faqs.ts'
import { measure } from './load.ts'
import type { BenchRequest } from './measurement.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { Stage } from './stage.ts'

const ROWS = 10_000
/** Number of FAQs that the dashboard sends per call. */
const ROWS_A_CALL = 200
const VISITED = 1000
const SECONDS = 6

export const importStage: Stage = {
  name: 'import',
  says: `an import of ${ROWS} FAQs while visitors search`,
  async run(app, report) {
    const visited = await app.createWorkspace('Bench visited')
    const asked = vocabularyQuestions(VISITED)
    await fill(app, visited, asked)
    const requests: BenchRequest[] = visitorQuestions(asked, 2000).map((question) => ({
      path: `/api/public/search?subdomain=${visited.subdomain}&q=${encodeURIComponent(question)}`,
    }))
    const load = (seconds: number) => measure({ url: app.url, requests, connections: 1, seconds })
    await untilQuiet(app.url)
    await load(2)
    const idle = await load(SECONDS)
    report({ what: 'visitors searching, nothing imported', ...idle, ratio: 1 })

    const workspace = await app.createWorkspace('Bench import')
    const items = vocabularyQuestions(ROWS).map((question) => ({
      question,
      answer: `About this: ${question}`,
      status: 'published',
    }))
    const done = { seconds: Number.NaN }
    const importing = async () => {
      const started = performance.now()
      for (let position = 0; position < items.length; position += ROWS_A_CALL)
        await call(app, workspace, 'POST', '/faqs/import', { items: items.slice(position, position + ROWS_A_CALL) })
      done.seconds = (performance.now() - started) / 1000
    }
    const work = importing()
    const busy = await load(SECONDS)
    await work
    report({ what: 'visitors searching, while FAQs are imported', ...busy, ratio: busy.p95 / idle.p95 })
    report({ what: `seconds for ${ROWS} FAQs`, figure: done.seconds })
  },
}
