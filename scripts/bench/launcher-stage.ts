// The launcher on a customer's page, in a browser: from the press of its button to the panel, and to a question that can
// be typed.
import { chromium } from '@playwright/test'
import { ensureBrowser, isSuperuser } from '../../tests/support/browser/browser-binary.ts'
import { startHostSite, widgetTag } from '../../tests/support/websites/host-site.ts'
import { quantile } from './measurement.ts'
import type { Stage } from './stage.ts'

const VISITS = 9

// Code for the page is text because this file is typed without a DOM.
const BUTTON = `document.querySelector('html > div').shadowRoot.querySelector('.launch')`
/** Presses the button. Resolves with the milliseconds until the panel is drawn, and until its page takes questions. */
const PRESS = `new Promise((resolve) => {
  const start = performance.now()
  let drawn
  const ready = new Promise((done) => addEventListener('message', ({ data }) => {
    if (data?.type === 'answerloom:ready') done(performance.now() - start)
  }))
  Answerloom.on('open', () => requestAnimationFrame(() => setTimeout(() => { drawn = performance.now() - start })))
  ${BUTTON}.click()
  ready.then((time) => resolve({ drawn, ready: time }))
})`
const POINT = `new Promise((done) => {
  addEventListener('message', ({ data }) => data?.type === 'answerloom:ready' && done())
  ${BUTTON}.dispatchEvent(new PointerEvent('pointerenter'))
})`
const PRESS_AFTER_POINTING = `new Promise((resolve) => {
  const start = performance.now()
  Answerloom.on('open', () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start))))
  ${BUTTON}.click()
})`

export const launcherStage: Stage = {
  name: 'launcher',
  says: `opening the launcher's panel in a browser, median of ${VISITS} visits`,
  async run(app, report) {
    const response = await fetch(`${app.url}/api/public/workspaces/demo`)
    const { id } = (await response.json()) as { id: string }
    const site = await startHostSite()
    const tag = widgetTag(app.url, { 'data-workspace-id': id, 'data-mode': 'launcher' })
    site.put('/shop', { body: `<main><h1>A shop</h1></main>${tag}` })
    const executablePath = await ensureBrowser((line) => console.log(line))
    const browser = await chromium.launch({ executablePath, args: isSuperuser() ? ['--no-sandbox'] : [] })
    const times: Record<string, number[]> = {}
    const add = (what: string, figure: number) => {
      times[what] = [...(times[what] ?? []), figure]
    }
    try {
      for (let visit = 0; visit < VISITS; visit += 1)
        for (const isPointed of [false, true]) {
          const context = await browser.newContext()
          const page = await context.newPage()
          await page.goto(`${site.origin}/shop`)
          await page.getByRole('button', { name: 'Help', exact: true }).waitFor()
          if (isPointed) {
            await page.evaluate(POINT)
            add('pointed at before: panel with its page, ms', await page.evaluate<number>(PRESS_AFTER_POINTING))
          } else {
            const { drawn, ready } = await page.evaluate<{ drawn: number; ready: number }>(PRESS)
            add('pressed at once: panel, ms', drawn)
            add('pressed at once: its page takes questions, ms', ready)
          }
          await context.close()
        }
      for (const [what, values] of Object.entries(times))
        report({
          what,
          figure: quantile(
            values.toSorted((left, right) => left - right),
            0.5,
          ),
        })
    } finally {
      await browser.close()
      await site.close()
    }
  },
}
