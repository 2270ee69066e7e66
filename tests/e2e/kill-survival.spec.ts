// The server is killed at random moments while FAQs are written, texts read and questions asked. What it had
// acknowledged is there after the restart and is worked off, and nothing is half there.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { decodeMessageReference } from '../../src/features/questions/domain/message-reference.ts'
import { type AppServer, startApp } from '../support/app/app-server.ts'
import { runMain } from '../support/app/main-process.ts'
import { operator } from '../support/app/operator-command.ts'
import { expect, test } from '../support/browser/browser.ts'
import { startAppPostgres } from '../support/database/prepared-databases.ts'

/** `npm run test:soak` kills more often. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 6)
const WRITERS = 3

interface Listed {
  items: { id: string; question: string; state?: string }[]
  next_cursor: string | null
}

test('no acknowledged change is lost or incomplete after the server is killed', async ({ database }) => {
  test.setTimeout(180_000 + ROUNDS * 20_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-kill-'))
  const postgres = database === 'postgres' ? await startAppPostgres() : null
  const env = postgres?.env ?? {}
  const start = () => startApp({ database, dataDir, env })
  let app: AppServer = await start()
  try {
    const { api_key: key, subdomain } = await operator(app, [
      '--email',
      'kill@example.test',
      '--password',
      'woven-thread-7',
      '--name',
      'Kill',
      '--free-access',
    ])
    const call = (to: AppServer, at: string, body?: object) =>
      fetch(`${to.url}${at}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const acknowledged = { faqs: new Set<string>(), texts: new Set<string>(), questions: new Set<string>() }
    let n = 0

    for (let round = 0; round < ROUNDS; round++) {
      let alive = true
      const writer = async () => {
        while (alive) {
          const word = `zebra${++n}`
          try {
            const made = await call(app, '/api/v1/faqs', {
              question: `What is ${word}?`,
              answer: `It is ${word}.`,
              status: 'published',
            })
            if (made.status === 201) acknowledged.faqs.add(((await made.json()) as { id: string }).id)
            const items = [{ title: `About ${word}`, content: `The ${word} is kept in the long hall.` }]
            const sent = await call(app, '/api/v1/texts', { items })
            if (sent.status === 200)
              for (const id of ((await sent.json()) as { ids: string[] }).ids) acknowledged.texts.add(id)
            const asked = await call(app, '/api/public/ask', { subdomain, question: `Tell me about ${word}` })
            if (asked.status === 200) {
              const { message_id } = (await asked.json()) as { message_id: string }
              acknowledged.questions.add(decodeMessageReference(message_id)?.messageId ?? message_id)
            }
          } catch {
            // The server is gone: what it had not acknowledged may be lost.
          }
        }
      }
      const writers = Array.from({ length: WRITERS }, writer)
      await delay(300 + Math.random() * 1_200)
      process.kill(app.pid, 'SIGKILL')
      alive = false
      await Promise.all(writers)
      await app.stop()
      app = await start()
    }

    const all = async (at: string) => {
      const found: Listed['items'] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = (await (
          await call(app, `${at}${at.includes('?') ? '&' : '?'}limit=200${cursor ? `&cursor=${cursor}` : ''}`)
        ).json()) as Listed
        found.push(...page.items)
        cursor = page.next_cursor
      }
      return found
    }
    // All jobs finish. On PostgreSQL a heartbeat has to time out first.
    const unread = async () => {
      const sources = await all('/api/v1/sources?kind=text')
      return [...acknowledged.texts].flatMap((id) => {
        const state = sources.find((source) => source.id === id)?.state ?? 'missing'
        return state === 'ready' ? [] : [state]
      })
    }
    await expect.poll(unread, { timeout: 120_000 }).toEqual([])
    const faqs = await all('/api/v1/faqs')
    const questions = await all('/api/v1/questions')
    expect(acknowledged.faqs.size).toBeGreaterThan(ROUNDS)
    expect([...acknowledged.faqs].filter((id) => !faqs.some((faq) => faq.id === id))).toEqual([])
    expect([...acknowledged.questions].filter((id) => !questions.some((q) => q.id === id))).toEqual([])
    // A FAQ that is there can be found, so its chunk and search entry are there too.
    for (const faq of faqs) {
      const query = encodeURIComponent(faq.question)
      const { results } = (await (
        await call(app, `/api/public/search?subdomain=${subdomain}&q=${query}&limit=3`)
      ).json()) as { results: { id: string }[] }
      expect(results.map((r) => r.id)).toContain(faq.id)
    }
    // Nor is anything found that is not there, or by some of its words only.
    const doctor = await runMain(['doctor'], app.env)
    expect(doctor.stdout).toMatch(/^ok +search index /m)
    const { faqs: written, texts, questions: asked } = acknowledged
    console.log(
      `${database}: ${ROUNDS} kills; acknowledged and there: ${written.size} FAQs, ${texts.size} texts, ${asked.size} questions`,
    )
  } finally {
    await app.stop()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
