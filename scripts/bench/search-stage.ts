// Search and ask with one client at growing sizes; the ratio is to search at the smallest size.
import { fill, WRITES_PER_SECOND, whileWriting } from './bench-faqs.ts'
import { measure } from './load.ts'
import type { BenchRequest, Measured } from './measurement.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { Stage } from './stage.ts'

const SIZES = [1000, 10_000, 100_000]
const SECONDS = 8
/** Until what is asked again and again has been compiled. */
const WARM_UP_SECONDS = 10
/** Seconds of load after which a workspace is in the memory index; loading takes longer for larger ones. */
const NOTICED_SECONDS = 1
const QUERIES = 3000

export const searchStage: Stage = {
  name: 'search',
  says: `search and ask with one client at ${SIZES.join(', ')} FAQs`,
  async run(app, report) {
    let reference = Number.NaN
    const add = (what: string, measured: Measured) => {
      if (Number.isNaN(reference)) reference = measured.p95
      report({ what, ...measured, ratio: measured.p95 / reference })
    }
    for (const size of SIZES) {
      const workspace = await app.createWorkspace(`Bench ${size}`)
      const questions = vocabularyQuestions(size)
      await fill(app, workspace, questions)
      const { subdomain } = workspace
      const asked = visitorQuestions(questions, QUERIES)
      const searches: BenchRequest[] = asked.map((question) => ({
        path: `/api/public/search?subdomain=${subdomain}&q=${encodeURIComponent(question)}`,
      }))
      const asks: BenchRequest[] = asked.map((question) => ({ path: '/api/public/ask', body: { subdomain, question } }))
      const loadOf = (requests: BenchRequest[], seconds = SECONDS) =>
        measure({ url: app.url, requests, connections: 1, seconds })
      await untilQuiet(app.url)
      await loadOf(searches, NOTICED_SECONDS)
      await untilQuiet(app.url)
      await loadOf(searches, WARM_UP_SECONDS)
      add(`search, ${size} FAQs`, await loadOf(searches))
      add(
        `search, ${size} FAQs, ${WRITES_PER_SECOND} writes a second`,
        await whileWriting(app, workspace, questions, () => loadOf(searches.toReversed())),
      )
      await untilQuiet(app.url)
      await loadOf(asks, WARM_UP_SECONDS)
      add(`ask, ${size} FAQs`, await loadOf(asks))
    }
  },
}
