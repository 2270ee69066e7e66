// The public page as Lighthouse judges it on a phone.
import { judge, RUNS } from './lighthouse-visits.ts'
import type { Stage } from './stage.ts'

export const lighthouseStage: Stage = {
  name: 'lighthouse',
  says: `the public page on a phone, median of ${RUNS}`,
  async run(app, report) {
    const [figures = {}] = await judge([`${app.url}/faq/demo`])
    for (const [what, figure] of Object.entries(figures)) report({ what, figure })
  },
}
