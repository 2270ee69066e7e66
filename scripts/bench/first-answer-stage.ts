// From the sign-up to the first good answer, over the calls that the screens make: a website of 20 pages is read, and a
// visitor asks about one of them until the answer quotes it. A person's own time is not in it.
import { setTimeout as pause } from 'node:timers/promises'
import { prose } from '../../tests/support/content/random-prose.ts'
import { sitePage, startWebSite } from '../../tests/support/websites/web-site.ts'
import type { BenchApp, Stage } from './stage.ts'

const PAGES = 20
const LIMIT_MS = 180_000
const LOOK_MS = 250
const HELP = `<!doctype html><html lang="en"><head><title>Help</title></head><body><main><h1>Help</h1>
<h2>How long does delivery take?</h2><p>Delivery takes three working days within Norway, and eight elsewhere.</p>
<h2>Can I return a blanket?</h2><p>You can return a blanket within 60 days of its delivery.</p></main></body></html>`
const QUESTION = 'how many days until my delivery arrives?'
const ANSWER = 'three working days within Norway'

/** Calls procedures with the cookies of the person who signed up. */
function browserOf(app: BenchApp) {
  let cookie = ''
  let workspace = ''
  const call = async <Result>(name: string, json: object): Promise<Result> => {
    const response = await fetch(`${app.url}/api/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-workspace-id': workspace },
      body: JSON.stringify({ json }),
    })
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`)
    for (const one of response.headers.getSetCookie()) cookie = [cookie, one.split(';')[0]].filter(Boolean).join('; ')
    return ((await response.json()) as { json: Result }).json
  }
  return {
    call,
    select: (id: string) => {
      workspace = id
    },
  }
}

/** @returns the seconds since `begun` after which `look` returned true */
async function until(what: string, begun: number, look: () => Promise<boolean>): Promise<number> {
  for (;;) {
    if (await look()) return (performance.now() - begun) / 1000
    if (performance.now() - begun > LIMIT_MS) throw new Error(`Not within three minutes: ${what}`)
    await pause(LOOK_MS)
  }
}

export const firstAnswerStage: Stage = {
  name: 'first-answer',
  says: `from the sign-up to the first good answer, with a website of ${PAGES} pages`,
  async run(app, report) {
    const paths = Array.from({ length: PAGES - 2 }, (_, index) => `/page-${index}`)
    const others = paths.map((at, index) => [at, sitePage({ title: `Page ${index}`, text: prose(150, index + 2) })])
    const start = sitePage({ title: 'Start', text: prose(150, 1), links: [...paths, '/help'] })
    const site = await startWebSite({ '/': start, '/help': HELP, ...Object.fromEntries(others) }, app.sitePorts[0])
    try {
      const { call, select } = browserOf(app)
      const begun = performance.now()
      const person = { first_name: 'Ada', last_name: 'Weaver', password: 'woven-thread-7' }
      await call('accounts/signUp', { ...person, email: `first-${Date.now()}@example.test` })
      const names = { name: 'First answer', website_url: site.url }
      const { id, subdomain } = await call<{ id: string; subdomain: string }>('workspaces/create', names)
      select(id)
      const answers = async () => {
        const response = await fetch(`${app.url}/api/public/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ subdomain, question: QUESTION }),
        })
        return response.ok && ((await response.json()) as { answer: string }).answer.includes(ANSWER)
      }
      report({ what: 'sign-up to the first good answer, s', figure: await until('a good answer', begun, answers) })
      const suggests = async () => (await call<{ items: unknown[] }>('suggestions/list', {})).items.length > 0
      report({ what: 'sign-up to the first suggested FAQ, s', figure: await until('a suggestion', begun, suggests) })
      type Websites = { items: { run: { state: string } | null }[] }
      const isRead = async () =>
        (await call<Websites>('knowledge/websites/list', {})).items[0]?.run?.state === 'completed'
      report({ what: `sign-up to all ${PAGES} pages read, s`, figure: await until('all pages', begun, isRead) })
    } finally {
      await site.close()
    }
  },
}
