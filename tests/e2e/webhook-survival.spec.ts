// No event is lost: not when the server is killed while it sends, and not when the receiver is gone for a while.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AppServer, startApp } from '../support/app/app-server.ts'
import { operator } from '../support/app/operator-command.ts'
import { expect, test } from '../support/browser/browser.ts'
import { startAppPostgres } from '../support/database/prepared-databases.ts'
import { type ReceivedEvent, startReceiver, type WebhookReceiver } from '../support/network/webhook-receiver.ts'

const KILLS = 3
/** FAQs that are acknowledged before the server is killed. */
const FAQS_A_ROUND = 15

const publishedIds = (accepted: readonly ReceivedEvent[]) =>
  new Set(accepted.filter(({ type }) => type === 'faq.published').map(({ data }) => data.id))

test('events survive kills of the server and downtimes of the receiver', async ({ database }) => {
  test.setTimeout(300_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-webhooks-'))
  const postgres = database === 'postgres' ? await startAppPostgres() : null
  let receiver: WebhookReceiver = await startReceiver()
  const env: Record<string, string> = {
    OUTBOUND_ALLOW_HOSTS: receiver.host,
    ...postgres?.env,
  }
  const start = () => startApp({ database, dataDir, env })
  let app: AppServer = await start()
  try {
    const { api_key: key } = await operator(app, [
      '--email',
      'webhooks@example.test',
      '--password',
      'woven-thread-7',
      '--name',
      'Webhooks',
      '--free-access',
    ])
    const call = async <T>(method: string, at: string, body?: object): Promise<T> => {
      const response = await fetch(`${app.url}/api/v1${at}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${method} ${at} answered ${response.status}`)
      return (await response.json()) as T
    }
    const endpoint = await call<{ id: string; secret: string }>('POST', '/webhooks', {
      url: receiver.url,
      events: ['faq.published', 'faq.updated'],
    })
    receiver.secrets = [endpoint.secret]

    const acknowledged = new Set<string>()
    for (let round = 0; round < KILLS; round++) {
      const killed = new Promise<void>((resolve) => {
        // While it sends: this request never gets its answer.
        receiver.answer = () => {
          if (acknowledged.size >= (round + 1) * FAQS_A_ROUND) {
            process.kill(app.pid, 'SIGKILL')
            resolve()
          }
          return { status: 204 }
        }
      })
      let isAlive = true
      const write = async () => {
        for (let n = 0; isAlive; n++)
          try {
            const input = { question: `What is ${round} ${n}?`, answer: `It is ${n}.`, status: 'published' }
            acknowledged.add((await call<{ id: string }>('POST', '/faqs', input)).id)
          } catch {
            // The server is gone: what it did not acknowledge may be lost.
            return
          }
      }
      const writing = write()
      await killed
      isAlive = false
      await writing
      await app.stop()
      app = await start()
    }
    receiver.answer = () => ({ status: 204 })
    const missing = () => [...acknowledged].filter((id) => !publishedIds(receiver.accepted).has(id))
    await expect.poll(missing, { timeout: 120_000 }).toEqual([])
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS * FAQS_A_ROUND)

    // The receiver's process is gone, and comes back at the same address.
    const before = receiver.accepted
    await receiver.close()
    const ids = [...acknowledged].slice(0, 5)
    for (let round = 1; round <= 10; round++)
      await Promise.all(ids.map((id) => call('PATCH', `/faqs/${id}`, { answer: `Round ${round}.` })))
    const state = () => call<{ waiting: number; failing_since: string | null }>('GET', `/webhooks/${endpoint.id}`)
    await expect.poll(async () => (await state()).failing_since).not.toBeNull()
    expect((await state()).waiting).toBeGreaterThanOrEqual(45)
    receiver = await startReceiver(Number(new URL(receiver.url).port))
    receiver.secrets = [endpoint.secret]
    await call('POST', `/webhooks/${endpoint.id}/resume`, {})
    await expect.poll(async () => (await state()).waiting, { timeout: 60_000 }).toBe(0)
    for (const id of ids) {
      const answers = [...before, ...receiver.accepted].filter(
        ({ type, data }) => type === 'faq.updated' && data.id === id,
      )
      const order = [...new Map(answers.map((event) => [event.id, event])).values()].map(({ data }) => data.answer)
      expect(order).toEqual(Array.from({ length: 10 }, (_, index) => `Round ${index + 1}.`))
    }
    expect(receiver.refused).toBe(0)
    console.log(`${database}: ${KILLS} kills; ${acknowledged.size} FAQs acknowledged, each with its event`)
  } finally {
    await app.stop()
    await receiver.close()
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
