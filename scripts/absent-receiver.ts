// npm run test:soak -- webhooks: kills the process of a webhook receiver with SIGKILL while it receives, causes events
// while it is gone, and starts it again at the same address. Fails unless every event arrives by itself, in the order of
// its FAQ. ABSENCE_SECONDS (600) and EVENTS (1,000) come from the environment.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type DatabaseKind, startApp } from '../tests/support/app/app-server.ts'
import { operator } from '../tests/support/app/operator-command.ts'
import { freePort } from '../tests/support/network/free-port.ts'
import { inRoot } from './repository.ts'

const ABSENCE_SECONDS = Number(process.env.ABSENCE_SECONDS ?? 600)
const EVENTS = Number(process.env.EVENTS ?? 1_000)
const FAQS = 20
/** Events that arrive before the kill. */
const BEFORE = 40
/** An endpoint that fails gets one request a minute; then everything follows, as fast as the machine is. */
const IDLE_LIMIT_MS = 180_000

interface Received {
  id: string
  type: string
  at: number
  isGenuine: boolean
  data: { id: string; version: number }
}

interface EndpointState {
  waiting: number
  failing_since: string | null
}

async function absence(database: DatabaseKind): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'answerloom-absence-'))
  const file = path.join(folder, 'received.jsonl')
  const port = await freePort()
  const host = `127.0.0.1:${port}`
  const app = await startApp({ database, env: { OUTBOUND_ALLOW_HOSTS: host, SEED_DEMO: 'off', LOG_LEVEL: 'error' } })
  let receiver: ChildProcess | undefined
  try {
    const person = ['--email', 'absent@example.test', '--password', 'woven-thread-7']
    const { api_key: key } = await operator(app, [...person, '--name', 'Absent', '--free-access'])
    const call = async <T>(method: string, at: string, body?: object): Promise<T> => {
      const response = await fetch(`${app.url}/api/v1${at}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw new Error(`${method} ${at} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as T
    }
    const endpoint = await call<{ id: string; secret: string }>('POST', '/webhooks', {
      url: `http://${host}/hooks`,
      events: ['faq.published', 'faq.updated'],
    })
    const state = () => call<EndpointState>('GET', `/webhooks/${endpoint.id}`)
    const startReceiver = async (): Promise<ChildProcess> => {
      const child = fork(inRoot('scripts', 'soak', 'receiver-process.ts'), [String(port), endpoint.secret, file])
      await once(child, 'message')
      return child
    }
    const received = async (): Promise<Received[]> =>
      (await readFile(file, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Received)

    receiver = await startReceiver()
    const faqs: string[] = []
    for (let index = 0; index < FAQS; index++) {
      const input = { question: `What is number ${index}?`, answer: 'Version 1.', status: 'published' }
      faqs.push((await call<{ id: string }>('POST', '/faqs', input)).id)
    }
    const versions = new Map(faqs.map((id) => [id, 1]))
    const change = async (index: number) => {
      const id = faqs[index % FAQS] as string
      const version = (versions.get(id) ?? 0) + 1
      await call('PATCH', `/faqs/${id}`, { answer: `Version ${version}.` })
      versions.set(id, version)
    }
    for (let index = FAQS; index < BEFORE; index++) await change(index)
    while ((await received()).length === 0) await delay(20)
    receiver.kill('SIGKILL')
    await once(receiver, 'exit')
    const killedAt = Date.now()

    for (let index = 0; index < EVENTS; index++) {
      // The events are spread over the first nine tenths of the absence.
      await delay(Math.max(0, killedAt + (index / EVENTS) * 900 * ABSENCE_SECONDS - Date.now()))
      await change(index)
    }
    await delay(Math.max(0, killedAt + ABSENCE_SECONDS * 1_000 - Date.now()))
    const atReturn = await state()
    const beforeReturn = (await received()).length
    assert.ok(atReturn.waiting >= EVENTS, `${atReturn.waiting} events wait`)
    assert.ok(atReturn.failing_since)

    receiver = await startReceiver()
    const returnedAt = Date.now()
    let { waiting } = atReturn
    for (let progressAt = returnedAt; waiting > 0; await delay(250)) {
      const left = (await state()).waiting
      if (left < waiting) progressAt = Date.now()
      waiting = left
      assert.ok(Date.now() - progressAt < IDLE_LIMIT_MS, `${waiting} events wait, and none arrives`)
    }
    const all = await received()
    const after = all.slice(beforeReturn)
    assert.ok(all.every(({ isGenuine }) => isGenuine))
    const distinct = [...new Map(all.map((event) => [event.id, event])).values()]
    for (const [id, last] of versions) {
      const order = distinct.filter(({ data }) => data.id === id).map(({ data }) => data.version)
      assert.deepEqual(
        order,
        Array.from({ length: last }, (_, index) => index + 1),
      )
    }
    const seconds = (at: number | undefined) => ((at ?? Number.NaN) - returnedAt) / 1_000
    console.log(
      `${database}: receiver gone for ${Math.round((returnedAt - killedAt) / 1_000)} s, ${EVENTS} events meanwhile; ` +
        `${atReturn.waiting} waited at its return; first after ${seconds(after[0]?.at).toFixed(1)} s, ` +
        `last after ${seconds(after.at(-1)?.at).toFixed(1)} s; ${distinct.length} of ${BEFORE + EVENTS} arrived, ` +
        `${all.length - distinct.length} of them twice, each FAQ's in order`,
    )
  } finally {
    receiver?.kill('SIGKILL')
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

// Both databases at once: most of the time is the absence.
await Promise.all([absence('pglite'), absence('postgres')])
