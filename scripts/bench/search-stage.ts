// Search with one client at growing sizes; the ratio is to the smallest size.
import { measure } from './load.ts'
import { vocabularyQuestions } from './questions.ts'
import type { Row, Stage } from './stage.ts'

const SIZES = [1000, 10_000]
const SECONDS = 6
const QUERIES = 400

export const searchStage: Stage = {
  name: 'search',
  says: `search with one client at ${SIZES.join(' and ')} items`,
  async run(app) {
    const rows: Row[] = []
    for (const size of SIZES) {
      const workspace = await app.createWorkspace(`Bench ${size}`)
      const questions = vocabularyQuestions(size)
      const items = questions.map((question) => ({ question, answer: `About this: ${question}`, status: 'published' }))
      const response = await fetch(`${app.url}/api/v1/faqs/import`, {
        method: 'POST',
        headers: { authorization: `Bearer ${workspace.api_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items, on_duplicate: 'create' }),
      })
      if (!response.ok) throw new Error(`The import answered ${response.status}: ${await response.text()}`)
      const paths = Array.from({ length: QUERIES }, (_, index) => {
        const words = (questions[(index * 7919) % size] ?? '').split(' ').slice(1)
        return `/api/public/search?subdomain=${workspace.subdomain}&q=${encodeURIComponent(words.join(' '))}`
      })
      const load = { url: app.url, paths, connections: 1 }
      await measure({ ...load, seconds: 2 })
      const measured = await measure({ ...load, seconds: SECONDS })
      rows.push({ what: `search, ${size} items`, ...measured, ratio: measured.p95 / (rows[0]?.p95 ?? measured.p95) })
    }
    return rows
  },
}
