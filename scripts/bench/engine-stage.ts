// Processor time of a search and an ask of the whole server beside MiniSearch with fuzzy matching, called in this process
// over the same FAQs with the same questions. The ratios are to MiniSearch with as many FAQs.
import MiniSearch from 'minisearch'
import { faqOf, fill } from './bench-faqs.ts'
import { cpuOfFamily } from './cpu-time.ts'
import { measure } from './load.ts'
import type { BenchRequest } from './measurement.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { BenchApp, Stage } from './stage.ts'

const SIZES = [30, 1000]
const SECONDS = 6
/** Until what is asked again and again has been compiled. */
const WARM_UP_SECONDS = 8
const QUERIES = 3000

/** The words of a question in the order that belongs to a number: a question asked before would be answered from a cache. */
function reordered(question: string, seed: number): string {
  const left = question.split(' ')
  const words: string[] = []
  for (let rest = seed; left.length; rest = Math.floor(rest / (left.length + 1)))
    words.push(...left.splice(rest % left.length, 1))
  return words.join(' ')
}

/** Milliseconds of processor time that MiniSearch takes for a question, once it is compiled. */
function miniSearchMs(questions: string[], asked: string[]): number {
  const index = new MiniSearch({
    fields: ['question', 'answer'],
    searchOptions: { boost: { question: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll(questions.map((question, id) => ({ id, ...faqOf(question) })))
  for (const question of asked) index.search(question)
  const before = process.cpuUsage()
  for (const question of asked) index.search(question)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / asked.length
}

/** Milliseconds of processor time of the server and its database for each request. */
async function serverMs({ url, pid }: BenchApp, requests: BenchRequest[]): Promise<number> {
  await measure({ url, requests: requests.toReversed(), connections: 1, seconds: WARM_UP_SECONDS })
  await untilQuiet(url)
  const before = cpuOfFamily(pid)
  const { perSecond, errors } = await measure({ url, requests, connections: 1, seconds: SECONDS })
  if (errors) throw new Error(`${errors} requests were not answered with 200`)
  return ((cpuOfFamily(pid) - before) * 1000) / (perSecond * SECONDS)
}

export const engineStage: Stage = {
  name: 'engine',
  says: `processor time of search and ask beside MiniSearch with fuzzy matching at ${SIZES.join(' and ')} FAQs`,
  async run(app, report) {
    for (const size of SIZES) {
      const workspace = await app.createWorkspace(`Engine ${size}`)
      const questions = vocabularyQuestions(size)
      await fill(app, workspace, questions)
      const { subdomain } = workspace
      const asked = visitorQuestions(questions, QUERIES).map(reordered)
      const miniSearch = miniSearchMs(questions, asked)
      report({ what: `MiniSearch, ${size} FAQs, ms`, figure: miniSearch })
      await untilQuiet(app.url)
      const requests = {
        search: asked.map((question) => ({
          path: `/api/public/search?subdomain=${subdomain}&q=${encodeURIComponent(question)}`,
        })),
        ask: asked.map((question) => ({ path: '/api/public/ask', body: { subdomain, question } })),
      }
      for (const [what, of] of Object.entries(requests)) {
        const ms = await serverMs(app, of)
        report({ what: `${what}, ${size} FAQs, ms`, figure: ms })
        report({ what: `${what}, ${size} FAQs, times MiniSearch`, figure: ms / miniSearch })
      }
    }
  },
}
