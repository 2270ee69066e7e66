// The server is killed while FAQs are created with idempotency keys. Each client repeats its request with the same key
// until it gets a final answer: no FAQ is created twice, and none that was reported is missing.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type AppServer, startApp } from '../support/app/app-server.ts'
import { operator } from '../support/app/operator-command.ts'
import { expect, test } from '../support/browser/browser.ts'

const CLIENTS = 4

test('a request that is repeated after a crash takes effect once', async ({ database }) => {
  test.setTimeout(240_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-idempotency-'))
  const start = () => startApp({ database, dataDir })
  let app: AppServer = await start()
  try {
    const account = ['--email', 'repeat@example.test', '--password', 'woven-thread-7']
    const { api_key: key } = await operator(app, [...account, '--name', 'Repeat', '--free-access'])
    const authorization = `Bearer ${key}`
    const create = (question: string) =>
      fetch(`${app.url}/api/v1/faqs`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': question },
        body: JSON.stringify({ question, answer: 'It is here.' }),
      })
    /** Requests whose answer never came, and those that were answered. */
    const open = new Set<string>()
    const ids = new Map<string, string>()
    let isAlive = true
    const client = async (name: number) => {
      for (let n = 0; isAlive; n++) {
        const question = `zebra-${name}-${n}`
        open.add(question)
        try {
          const reply = await create(question)
          const { id } = (await reply.json()) as { id: string }
          if (reply.status !== 201) continue
          ids.set(question, id)
          open.delete(question)
        } catch {
          return
        }
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)))
    await expect.poll(() => ids.size).toBeGreaterThan(20)
    process.kill(app.pid, 'SIGKILL')
    isAlive = false
    await clients
    await app.stop()
    expect(open.size).toBeGreaterThan(0)

    app = await start()
    const unavailable = new Set<string>()
    for (const question of open) {
      let reply = await create(question)
      let body = (await reply.json()) as { id?: string; error?: { code: string } }
      while (body.error?.code === 'idempotency_key.in_progress') {
        await delay(Number(reply.headers.get('retry-after')) * 1000)
        reply = await create(question)
        body = (await reply.json()) as typeof body
      }
      if (body.id) ids.set(question, body.id)
      else {
        expect(body.error?.code).toBe('idempotency_key.response_unavailable')
        unavailable.add(question)
      }
    }
    const [answered = ''] = [...ids.keys()]
    const again = await create(answered)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await again.json()).toMatchObject({ id: ids.get(answered) })

    const created: { id: string; question: string }[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const listed: Response = await fetch(`${app.url}/api/v1/faqs?limit=200${cursor && `&cursor=${cursor}`}`, {
        headers: { authorization },
      })
      const page = (await listed.json()) as { items: typeof created; next_cursor: string | null }
      created.push(...page.items)
      cursor = page.next_cursor
    }
    const expected = [...ids.keys(), ...unavailable].sort()
    expect(
      created
        .map(({ question }) => question)
        .filter((question) => question.startsWith('zebra'))
        .sort(),
    ).toEqual(expected)
    for (const { id, question } of created) if (ids.has(question)) expect(id).toBe(ids.get(question))
  } finally {
    await app.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
