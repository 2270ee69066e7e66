// The pages that visitors open first, as Lighthouse judges them on a phone.
import { judge, RUNS } from './lighthouse-visits.ts'
import type { Stage } from './stage.ts'

const PAGES = { 'help page': '/faq/demo', 'page of a FAQ': '/faq/demo/what-is-loamlark', 'landing page': '/' }

export const lighthouseStage: Stage = {
  name: 'lighthouse',
  says: `pages of visitors on a phone, median of ${RUNS}`,
  async run(app, report) {
    const judged = await judge(Object.values(PAGES).map((path) => `${app.url}${path}`))
    for (const [at, name] of Object.keys(PAGES).entries())
      for (const [what, figure] of Object.entries(judged[at] ?? {})) report({ what: `${name}: ${what}`, figure })
  },
}
