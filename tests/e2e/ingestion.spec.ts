// The server is killed while it reads files and a website, again and again: nothing stays half-read, everything gets
// ready in the end, once. And a file that breaks off on its way leaves nothing behind.
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Source } from '../../src/features/knowledge/contract.ts'
import { type AppServer, startApp } from '../support/app/app-server.ts'
import { operator } from '../support/app/operator-command.ts'
import { expect, test } from '../support/browser/browser.ts'
import { startAppPostgres } from '../support/database/prepared-databases.ts'
import { docx } from '../support/files/office-files.ts'
import { pdf } from '../support/files/pdf-file.ts'
import { type SitePage, sitePage, startWebSite } from '../support/websites/web-site.ts'

/** As often as a job is tried again; after that its source says that reading was interrupted. */
const KILLS = 2
const PAGES = 30
const FILES = 12

const about = (what: string) => `The ${what} is kept in the long hall, beside the looms and far from the river.`
const pages = (): Record<string, SitePage> => {
  const paths = Array.from({ length: PAGES }, (_, index) => `/page-${index}`)
  return {
    '/': sitePage({ title: 'Start', text: about('beginning'), links: paths }),
    ...Object.fromEntries(
      paths.map((at, index) => [at, sitePage({ title: `Page ${index}`, text: about(`shuttle${index}x`) })]),
    ),
  }
}
const file = (index: number): File => {
  const text = about(`spindle${index}x`)
  if (index % 3 === 0) return new File([pdf([[`# File ${index}`, text]]) as never], `${index}.pdf`)
  if (index % 3 === 1) return new File([docx([{ heading: `File ${index}` }, { text }]) as never], `${index}.docx`)
  return new File([`# File ${index}\n\n${text}`], `${index}.md`)
}

test('reading continues after each kill, without duplicates', async ({ database }) => {
  test.setTimeout(600_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-ingestion-'))
  const site = await startWebSite({})
  const postgres = database === 'postgres' ? await startAppPostgres() : null
  const env = { OUTBOUND_ALLOW_HOSTS: site.host, ...postgres?.env }
  const start = () => startApp({ database, dataDir, env })
  let app: AppServer = await start()
  try {
    const person = ['--email', 'reader@example.test', '--password', 'woven-thread-7', '--name', 'Reader']
    const { api_key: key, subdomain } = await operator(app, [...person, '--free-access'])
    const headers = { authorization: `Bearer ${key}` }
    const get = async <T>(at: string) => (await (await fetch(`${app.url}${at}`, { headers })).json()) as T

    await test.step('an upload is interrupted', async () => {
      const { hostname, port } = new URL(app.url)
      const socket = connect(Number(port), hostname)
      const head = [
        'POST /api/v1/documents HTTP/1.1',
        `Host: ${hostname}:${port}`,
        `Authorization: Bearer ${key}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 1000000',
        '',
        '--b',
        'Content-Disposition: form-data; name="file"; filename="half.txt"',
        '',
        'word '.repeat(50_000),
      ]
      await new Promise<void>((resolve) => socket.write(head.join('\r\n'), () => resolve()))
      socket.destroy()
      expect((await get<{ items: Source[] }>('/api/v1/sources?kind=document')).items).toEqual([])
      const folder = path.join(dataDir, 'files', 'documents')
      expect(existsSync(folder) ? readdirSync(folder, { recursive: true }) : []).toEqual([])
    })

    await test.step('the server is killed while files and pages are read', async () => {
      let left = 0
      let met = () => {}
      /** Resolves when so many pages have been asked for: somewhere within a pass, which asks for all of them. */
      const halfWay = () => {
        left = 2 + Math.floor(Math.random() * PAGES * 0.6)
        return new Promise<void>((resolve) => {
          met = resolve
        })
      }
      for (const [at, page] of Object.entries(pages()))
        site.pages.set(at, () => {
          if (--left === 0) met()
          return page
        })
      let moment = halfWay()
      for (let index = 0; index < FILES; index++) {
        const body = new FormData()
        body.set('file', file(index))
        const sent = await fetch(`${app.url}/api/v1/documents`, { method: 'POST', headers, body })
        expect(sent.status).toBe(200)
      }
      const added = await fetch(`${app.url}/api/v1/websites`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ url: site.url }),
      })
      expect(added.status).toBe(200)
      for (let kill = 0; kill < KILLS; kill++) {
        await moment
        process.kill(app.pid, 'SIGKILL')
        await app.stop()
        moment = halfWay()
        app = await start()
      }
    })

    await test.step('every source becomes ready, once', async () => {
      const websites = () => get<{ items: { url: string; run: { state: string } | null }[] }>('/api/v1/websites')
      await expect
        .poll(async () => (await websites()).items.find(({ url }) => url === site.url)?.run?.state, {
          timeout: 300_000,
        })
        .toBe('completed')
      const ledger = async () =>
        (await get<{ items: Source[] }>('/api/v1/sources?limit=200')).items.filter(
          ({ url }) => url === null || url.startsWith(site.url),
        )
      await expect
        .poll(
          async () =>
            (await ledger()).filter(({ state }) => state !== 'ready').map(({ title, state }) => [title, state]),
          {
            timeout: 200_000,
          },
        )
        .toEqual([])
      const rows = await ledger()
      expect(rows).toHaveLength(FILES + PAGES + 1)
      // The list of all pages is longer than one passage.
      const passages = ({ title }: Source) => (title === 'Start' ? 2 : 1)
      expect(rows.filter((row) => row.chunk_count !== passages(row))).toEqual([])
      for (const word of [
        ...Array.from({ length: FILES }, (_, index) => `spindle${index}x`),
        'shuttle0x',
        `shuttle${PAGES - 1}x`,
      ]) {
        const { results } = await get<{ results: { excerpt: string }[] }>(
          `/api/public/search?subdomain=${subdomain}&q=${word}&limit=3`,
        )
        expect(results.filter(({ excerpt }) => excerpt.includes(word))).toHaveLength(1)
      }
    })
  } finally {
    await app.stop()
    await postgres?.stop()
    await site.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
