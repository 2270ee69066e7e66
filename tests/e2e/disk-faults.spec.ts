// A disk that takes nothing more while the server runs: as when it is full, its quota is used up or it turned read-only.
// What is tested is the process's own limit on writing files, which Linux changes while it runs (`prlimit`): from one
// moment to the next no write of a file succeeds, and later they do again.
import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { type AppServer, startApp } from '../support/app-server.ts'
import { newTenant, restOf, send } from '../support/http-client.ts'

test.setTimeout(180_000)

/** The most bytes that any file of the server may have. */
const limitFiles = (app: AppServer, bytes: '0' | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(app.pid), `--fsize=${bytes}:unlimited`])

test('a disk that takes nothing: said so, pages from memory still served, nothing lost, and used again without a restart', async () => {
  const app = await startApp()
  try {
    const woven = await newTenant(app)
    const rest = restOf(app, woven)
    const faq = (question: string) => rest('/faqs', { body: { question, answer: 'Yes.', status: 'published' } })
    const kept: string[] = []
    for (const question of ['Is the loom old?', 'Is it made of beech?']) {
      expect((await faq(question)).status).toBe(201)
      kept.push(question)
    }
    const page = () => send(`${app.url}/faq/${woven.subdomain}`)
    await expect.poll(async () => (await page()).body).toContain('Is it made of beech?')

    for (let time = 0; time < 2; time++) {
      limitFiles(app, '0')
      const refused = await faq(`Lost ${time}?`)
      expect(refused.status).toBe(503)
      expect(refused.body).toMatchObject({ error: { code: expect.stringMatching(/^database\./) } })
      const document = new FormData()
      document.set('file', new File(['Shuttles are kept dry.'], 'care.txt', { type: 'text/plain' }))
      const headers = { authorization: `Bearer ${woven.key}` }
      const upload = await fetch(`${app.url}/api/v1/documents`, { method: 'POST', headers, body: document })
      expect(upload.status).toBe(503)
      expect((await send(`${app.url}/healthz`)).status).toBe(200)
      const inMemory = await page()
      expect(inMemory.status).toBe(200)
      expect(inMemory.body).toContain('Is it made of beech?')

      limitFiles(app, 'unlimited')
      await expect.poll(async () => (await send(`${app.url}/readyz`)).status, { timeout: 60_000 }).toBe(200)
      const question = `Back, ${time + 1}?`
      expect((await faq(question)).status).toBe(201)
      kept.push(question)
      await expect.poll(async () => (await page()).body).toContain(question)
      const { items } = (await rest('/faqs?limit=200')).body as { items: { question: string }[] }
      expect(items.map((item) => item.question).sort()).toEqual([...kept].sort())
    }
    expect(await Promise.race([app.exited, Promise.resolve('running')])).toBe('running')
  } finally {
    limitFiles(app, 'unlimited')
    await app.stop()
  }
})
