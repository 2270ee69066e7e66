// The dashboard's table of FAQs with ten thousand of them, in a browser.
import { chromium, type Page } from '@playwright/test'
import { ensureBrowser, isSuperuser } from '../../tests/support/browser/browser-binary.ts'
import { fill } from './bench-faqs.ts'
import { quantile } from './measurement.ts'
import { vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { BenchApp, BenchWorkspace, Stage } from './stage.ts'

const SIZE = 10_000
const VISITS = 5

// Code for the page is text because this file is typed without a DOM. Times are milliseconds since navigation start.
const WATCH = `
  const seen = {}
  const note = (name, there) => { if (there && seen[name] === undefined) seen[name] = performance.now() }
  window.seen = new Promise((resolve) => {
    new MutationObserver(() => {
      note('first', document.querySelector('[data-faq]'))
      note('all', document.querySelector('table[aria-rowcount="${SIZE + 1}"]'))
      if (seen.all) resolve(seen)
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-rowcount'] })
  })`
/** From a press to the frame that shows what it did. */
const press = (what: string, done: string) => `new Promise((resolve) => {
  const start = performance.now()
  ${what}
  const look = () => ${done} ? requestAnimationFrame(() => resolve(performance.now() - start)) : requestAnimationFrame(look)
  look()
})`
const OPEN = press(
  `document.querySelector('[data-toggle]').click()`,
  `document.querySelector('[data-toggle][aria-expanded=true]')`,
)
const SORT = press(
  `Array.from(document.querySelectorAll('th button')).find((one) => one.textContent === 'Question').click()`,
  `document.querySelector('th[aria-sort=ascending]')`,
)
/** Through half of the table, two screens every three frames. @returns sorted times between frames */
const SCROLL = `new Promise((resolve) => {
  const times = []
  let last = performance.now()
  const step = (now) => {
    times.push(now - last)
    last = now
    if (times.length > 300) return resolve(times.slice(1).sort((a, b) => a - b))
    window.scrollBy(0, 600)
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`

type Seen = { first: number; all: number }

async function rpc<Answer>(page: Page, app: BenchApp, workspace: BenchWorkspace, procedure: string, input: object) {
  const response = await page.request.post(`${app.url}/api/rpc/${procedure}`, {
    data: { json: input },
    headers: { 'x-workspace-id': workspace.workspace_id },
  })
  if (!response.ok()) throw new Error(`${procedure} answered ${response.status()}: ${await response.text()}`)
  return ((await response.json()) as { json: Answer }).json
}

export const faqTableStage: Stage = {
  name: 'faq-table',
  says: `the table of ${SIZE} FAQs in a browser, median of ${VISITS} visits`,
  async run(app, report) {
    const workspace = await app.createWorkspace('Bench table')
    await fill(app, workspace, vocabularyQuestions(SIZE))
    await untilQuiet(app.url)
    const executablePath = await ensureBrowser((line) => console.log(line))
    const browser = await chromium.launch({ executablePath, args: isSuperuser() ? ['--no-sandbox'] : [] })
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addInitScript({ content: WATCH })
      const page = await context.newPage()
      await rpc(page, app, workspace, 'accounts/signIn', { email: workspace.email, password: workspace.password })
      const figures: Record<string, number[]> = {}
      const add = (what: string, figure: number) => {
        figures[what] = [...(figures[what] ?? []), figure]
      }
      for (let visit = 0; visit < VISITS; visit += 1) {
        await page.goto(`${app.url}/pages`)
        const seen = (await page.evaluate('window.seen')) as Seen
        add('first rows drawn, ms', seen.first)
        add('all rows at hand, ms', seen.all)
        add('opening a row, ms', await page.evaluate<number>(OPEN))
        add('sorting by question, ms', await page.evaluate<number>(SORT))
        const frames = await page.evaluate<number[]>(SCROLL)
        add('frames while scrolling, p50 ms', quantile(frames, 0.5))
        add('frames while scrolling, p95 ms', quantile(frames, 0.95))
        add('rows in the document after scrolling', await page.locator('[data-faq]').count())
      }
      for (const [what, values] of Object.entries(figures)) {
        values.sort((left, right) => left - right)
        report({ what, figure: quantile(values, 0.5) })
      }
      const { items } = await rpc<{ items: { id: string }[] }>(page, app, workspace, 'faqs/rows', { limit: 100 })
      for (const by of [1, 10, SIZE - 1]) {
        const start = performance.now()
        const position = 1 + by
        const { moved } = await rpc<{ moved: number }>(page, app, workspace, 'faqs/reorder', {
          id: items[0]?.id,
          position,
        })
        report({ what: `rows written by a move of ${by}`, figure: moved })
        report({ what: `a move of ${by}, ms`, figure: performance.now() - start })
        await rpc(page, app, workspace, 'faqs/reorder', { id: items[0]?.id, position: 1 })
      }
    } finally {
      await browser.close()
    }
  },
}
