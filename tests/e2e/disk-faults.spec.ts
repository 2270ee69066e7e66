// A disk that takes nothing more while the server runs: as when it is full, its quota is used up or it turned read-only.
// What is tested is the process's own limit on writing files, which Linux changes while it runs (`prlimit`): from one
// moment to the next no write of a file succeeds, and later they do again.
import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { type AppServer, startApp } from '../support/app/app-server.ts'
import { liveEvents } from '../support/app/live-events.ts'
import { newTenant, restOf, send } from '../support/network/http-client.ts'

test.setTimeout(180_000)

/** The most bytes that any file of the server may have. */
const limitFiles = (app: AppServer, bytes: '0' | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(app.pid), `--fsize=${bytes}:unlimited`])

test('a full disk is reported, cached pages are served, nothing is lost, and it is used again without a restart', async () => {
  const app = await startApp()
  try {
    const woven = await newTenant(app)
    const rest = restOf(app, woven)
    const tab = await liveEvents(app, woven.workspaceId, woven.cookie)
    const changes = () => tab.seen.filter(({ type }) => type === 'faq.changed')
    const faq = (question: string) => rest('/faqs', { body: { question, answer: 'Yes.', status: 'published' } })
    const kept: string[] = []
    for (const question of ['Is the loom old?', 'Is it made of beech?']) {
      expect((await faq(question)).status).toBe(201)
      kept.push(question)
    }
    const page = () => send(`${app.url}/faq/${woven.subdomain}`)
    // A page that was loaded while something changed is not kept: all that changed has to be known first.
    const inMemory = async (text: string) => {
      await expect.poll(changes).toHaveLength(kept.length)
      expect((await page()).body).toContain(text)
    }
    await inMemory('Is it made of beech?')

    for (let time = 0; time < 2; time++) {
      const resets = tab.seen.filter(({ type }) => type === 'reset').length
      limitFiles(app, '0')
      // The first meets the write that fails, the second a database that cannot be opened.
      for (const nth of ['first', 'second']) {
        const refused = await faq(`Lost ${time}, the ${nth}?`)
        expect(refused.status).toBe(503)
        expect(refused.body).toMatchObject({
          error: {
            code: 'database.unavailable',
            message: 'The database cannot be reached at the moment. Try again shortly.',
          },
        })
      }
      const document = new FormData()
      document.set('file', new File(['Shuttles are kept dry.'], 'care.txt', { type: 'text/plain' }))
      const headers = { authorization: `Bearer ${woven.key}` }
      const upload = await fetch(`${app.url}/api/v1/documents`, { method: 'POST', headers, body: document })
      expect(upload.status).toBe(503)
      // The session survives the fault.
      const events = `${app.url}/api/events?workspace_id=${woven.workspaceId}`
      expect((await send(events, { headers: { cookie: woven.cookie } })).status).toBe(503)
      expect((await send(`${app.url}/healthz`)).status).toBe(200)
      const served = await page()
      expect(served.status).toBe(200)
      expect(served.body).toContain('Is it made of beech?')

      limitFiles(app, 'unlimited')
      await expect.poll(async () => (await send(`${app.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
      // Open tabs learn that they may have missed something, and hear of what happens from then on.
      await expect.poll(() => tab.seen.filter(({ type }) => type === 'reset').length).toBeGreaterThan(resets)
      const question = `Back, ${time + 1}?`
      expect((await faq(question)).status).toBe(201)
      kept.push(question)
      await inMemory(question)
      const { items } = (await rest('/faqs?limit=200')).body as { items: { question: string }[] }
      expect(items.map((item) => item.question).sort()).toEqual([...kept].sort())
    }
    tab.close()
    expect(await Promise.race([app.exited, Promise.resolve('running')])).toBe('running')
  } finally {
    limitFiles(app, 'unlimited')
    await app.stop()
  }
})
