// A website and a large file are read while visitors search: how long it takes, and what visitors notice of it. The ratio
// is to the search of an idle server in the same content.
import { prose } from '../../tests/support/content/random-prose.ts'
import { pdf } from '../../tests/support/files/pdf-file.ts'
import { fill } from './bench-faqs.ts'
import { measure } from './load.ts'
import type { BenchRequest } from './measurement.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { siteOf } from './random-site.ts'
import { untilQuiet } from './settle.ts'
import { sourcesClient } from './sources-client.ts'
import type { Stage } from './stage.ts'

const FAQS = 1_000
const SECONDS = 8

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
    const { readWebsite, readDocument } = sourcesClient(app, workspace)
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
