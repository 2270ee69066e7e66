// Visits of a phone as Lighthouse judges them: the four scores, and what they are made of.
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { ensureBrowser, isSuperuser } from '../../tests/support/browser/browser-binary.ts'
import { freePort } from '../../tests/support/network/free-port.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const AUDITS = {
  'first-contentful-paint': 'first contentful paint, ms',
  'largest-contentful-paint': 'largest contentful paint, ms',
  'total-blocking-time': 'total blocking time, ms',
  'cumulative-layout-shift': 'cumulative layout shift',
  'total-byte-weight': 'bytes',
} as const
export const RUNS = 3

/** Figures by their label. */
export type Figures = Record<string, number>

/** One visit with an empty cache. @throws Error when Lighthouse could not load the page */
async function visit(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  const { categories = {}, audits = {}, runtimeError } = result?.lhr ?? {}
  if (!result || runtimeError) throw new Error(runtimeError?.message ?? 'Lighthouse said nothing')
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])
  const values = Object.entries(AUDITS).map(([id, label]) => [label, audits[id]?.numericValue ?? Number.NaN])
  return Object.fromEntries([...scores, ...values])
}

const median = (values: number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * Visits each address several times in turns, so that other load on the machine affects all of them.
 * @returns the medians by address
 */
export async function judge(urls: readonly string[]): Promise<Figures[]> {
  const executablePath = await ensureBrowser((line) => console.log(line))
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${port}`, ...(isSuperuser() ? ['--no-sandbox'] : [])],
  })
  try {
    const runs: Figures[][] = urls.map(() => [])
    for (let run = 0; run < RUNS; run += 1) {
      for (const [at, url] of urls.entries()) runs[at]?.push(await visit(url, port))
    }
    return runs.map((own) =>
      Object.fromEntries(
        Object.keys(own[0] ?? {}).map((what) => [what, median(own.map((figures) => figures[what] ?? Number.NaN))]),
      ),
    )
  } finally {
    await browser.close()
  }
}
