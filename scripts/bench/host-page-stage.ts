// Measures the cost of the widget for the page that embeds it: a website on a phone without widget, with the frame, and
// with the button.
import { startHostSite, widgetTag } from '../../tests/support/websites/host-site.ts'
import { judge, RUNS } from './lighthouse-visits.ts'
import type { Stage } from './stage.ts'

const TEXT = `<main><h1>A shop</h1>${'<p>Words about blankets, and how they are woven.</p>'.repeat(30)}</main>`
const SHOWN = ['performance', 'total blocking time, ms', 'cumulative layout shift', 'bytes']

export const hostPageStage: Stage = {
  name: 'host-page',
  says: `a customer's page with the widget, on a phone, median of ${RUNS}`,
  async run(app, report) {
    const response = await fetch(`${app.url}/api/public/workspaces/demo`)
    const { id } = (await response.json()) as { id: string }
    const site = await startHostSite()
    const pages = {
      'without it': '',
      'with a frame': widgetTag(app.url, { 'data-workspace-id': id }),
      'with the button': widgetTag(app.url, { 'data-workspace-id': id, 'data-mode': 'launcher' }),
    }
    const paths = Object.entries(pages).map(([name, tag], position) => {
      site.put(`/${position}`, { body: TEXT + tag })
      return { name, url: `${site.origin}/${position}` }
    })
    try {
      const judged = await judge(paths.map(({ url }) => url))
      for (const [at, { name }] of paths.entries()) {
        for (const what of SHOWN) report({ what: `${name}: ${what}`, figure: judged[at]?.[what] ?? Number.NaN })
      }
    } finally {
      await site.close()
    }
  },
}
