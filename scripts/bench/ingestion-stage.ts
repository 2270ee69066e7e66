// A website and a large file are read while visitors search: how long it takes, and what visitors notice of it. The ratio
// is to the search of an idle server in the same content.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Source, Website } from '../../src/features/knowledge/contract.ts'
import { prose } from '../../tests/support/content/random-prose.ts'
import { pdf } from '../../tests/support/files/pdf-file.ts'
import { sitePage, startWebSite } from '../../tests/support/websites/web-site.ts'
import { fill } from './bench-faqs.ts'
import { measure } from './load.ts'
import type { BenchRequest } from './measurement.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { BenchApp, BenchWorkspace, Stage } from './stage.ts'

const FAQS = 1_000
const WORDS_A_PAGE = 150
const SECONDS = 8
const LIMIT_MS = 300_000
const LOOK_MS = 250

/** A website of so many pages, each a text of its own; all are named by its sitemap. */
function siteOf(port: number, pages: number) {
  const paths = Array.from({ length: pages - 1 }, (_, index) => `/page-${index}`)
  return startWebSite(
    {
      '/': sitePage({ title: 'Start', text: prose(WORDS_A_PAGE, 1) }),
      '/sitemap.xml': `<urlset>${paths.map((at) => `<url><loc>{url}${at}</loc></url>`).join('')}</urlset>`,
      ...Object.fromEntries(
        paths.map((at, index) => [at, sitePage({ title: `Page ${index}`, text: prose(WORDS_A_PAGE, index + 2) })]),
      ),
    },
    port,
  )
}

/** Memory of the server process in megabytes; NaN where the system does not report it. */
function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Waits until `done` returns true. @returns the seconds it took and the peak memory of the server in megabytes */
async function until(app: BenchApp, done: () => Promise<boolean>): Promise<{ seconds: number; memory: number }> {
  const started = performance.now()
  let memory = memoryOf(app.pid)
  for (;;) {
    memory = Math.max(memory, memoryOf(app.pid))
    if (await done()) return { seconds: (performance.now() - started) / 1000, memory }
    if (performance.now() - started > LIMIT_MS) throw new Error('It was not read within five minutes')
    await pause(LOOK_MS)
  }
}

const client = (app: BenchApp, { api_key }: BenchWorkspace) => {
  const headers = { authorization: `Bearer ${api_key}` }
  const call = async <T>(at: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${app.url}/api/v1${at}`, { ...init, headers: { ...headers, ...init.headers } })
    if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    readWebsite: async (url: string) => {
      const body = JSON.stringify({ url })
      await call('/websites', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return until(app, async () => {
        const { items } = await call<{ items: Website[] }>('/websites')
        const run = items.find((website) => website.url === url)?.run
        if (run?.state === 'failed') throw new Error(run.reason ?? 'The website was not read')
        return run?.state === 'completed'
      })
    },
    readDocument: async (file: File) => {
      const body = new FormData()
      body.set('file', file)
      const { id } = await call<Source>('/documents', { method: 'POST', body })
      return until(app, async () => {
        const { items } = await call<{ items: Source[] }>('/sources?kind=document')
        const source = items.find((one) => one.id === id)
        if (source?.state === 'failed') throw new Error(source.reason ?? 'The file was not read')
        return source?.state === 'ready'
      })
    },
  }
}

const handbook = (pages: number): File => {
  const lines = Array.from({ length: pages }, (_, index) => [
    `# Part ${index}`,
    ...(prose(250, index + 1).match(/(\S+ ){1,12}/g) ?? []),
  ])
  return new File([pdf(lines) as never], 'handbook.pdf')
}

export const ingestionStage: Stage = {
  name: 'ingestion',
  says: 'reading websites and a large file, alone and while visitors search',
  async run(app, report) {
    const workspace = await app.createWorkspace('Bench ingestion')
    const questions = vocabularyQuestions(FAQS)
    await fill(app, workspace, questions)
    const { readWebsite, readDocument } = client(app, workspace)
    const requests: BenchRequest[] = visitorQuestions(questions, 2_000).map((question) => ({
      path: `/api/public/search?subdomain=${workspace.subdomain}&q=${encodeURIComponent(question)}`,
    }))
    const search = () => measure({ url: app.url, requests, connections: 1, seconds: SECONDS })
    await untilQuiet(app.url)
    const [few = 0, many = 0, further = 0] = app.sitePorts
    for (const [what, port, pages] of [
      ['a hundred pages, seconds', few, 100],
      ['a thousand pages, seconds', many, 1_000],
    ] as const) {
      const site = await siteOf(port, pages)
      const { seconds, memory } = await readWebsite(site.url).finally(() => site.close())
      report({ what, figure: seconds })
      report({ what: 'most memory of the server meanwhile, MB', figure: memory })
    }
    const file = await readDocument(handbook(500))
    report({ what: 'a PDF of 500 pages, seconds', figure: file.seconds })
    report({ what: 'most memory of the server meanwhile, MB', figure: file.memory })

    await untilQuiet(app.url)
    await search()
    const idle = await search()
    report({ what: 'search, while nothing is read', ...idle, ratio: 1 })
    const site = await siteOf(further, 1_000)
    try {
      const [busy, { seconds }] = await Promise.all([search(), readWebsite(site.url)])
      report({ what: 'search, while a website is read', ...busy, ratio: busy.p95 / idle.p95 })
      report({ what: 'a thousand pages while visitors search, seconds', figure: seconds })
    } finally {
      await site.close()
    }
  },
}
