// Large request bodies: what a stranger's costs, what half-sent ones hold, and how long visitors wait while an owner
// imports 32 MB. The ratio of the visitors' line is to what they wait while nothing is imported.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fill } from './bench-faqs.ts'
import { measure } from './load.ts'
import type { BenchRequest } from './measurement.ts'
import { visitorQuestions, vocabularyQuestions } from './questions.ts'
import { untilQuiet } from './settle.ts'
import type { BenchApp, BenchWorkspace, Stage } from './stage.ts'

const MB = 1024 * 1024
const IMPORT_BYTES = 32 * MB
const IMPORT_ROWS = 10_000
/** Requests without a key, one after another: a single one costs less than the clock's step. */
const ANONYMOUS_REQUESTS = 10
const HALF_SENT = 200
/** Sent of each; the rest of `UPLOAD_BYTES` never follows. */
const HALF_BYTES = 12 * MB
const UPLOAD_BYTES = 24 * MB
/** Time to take in what is sent, which has no end to wait for. */
const HALF_SENT_MS = 5_000
const VISITED = 1_000
const IDLE_SECONDS = 6
const BUSY_SECONDS = 20

interface ServerFigures {
  cpuSeconds: number
  residentBytes: number
  /** Longest stall of the event loop since the last look. */
  stallSeconds: number
}

async function serverFigures({ url }: BenchApp): Promise<ServerFigures> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return {
    cpuSeconds: read('process_cpu_seconds'),
    residentBytes: read('process_resident_memory_bytes'),
    stallSeconds: read('nodejs_eventloop_lag_max_seconds'),
  }
}

/** 10,000 FAQs in just under 32 MB of JSON. */
function importBody(): string {
  const questions = vocabularyQuestions(IMPORT_ROWS)
  const room = Math.floor((IMPORT_BYTES - 64) / IMPORT_ROWS)
  const items = questions.map((question) => {
    const item = { question, answer: '', status: 'published' }
    const rest = room - JSON.stringify(item).length - 1
    return { ...item, answer: `About this: ${question} `.repeat(100).slice(0, rest) }
  })
  return JSON.stringify({ items, on_duplicate: 'create' })
}

/** A connection that began a request; what the server answers is dropped. */
async function openRequest({ url }: BenchApp, head: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(head)
  return socket
}

async function measureHalfSent(app: BenchApp, authorization: string): Promise<number> {
  const before = await serverFigures(app)
  const part = Buffer.alloc(HALF_BYTES, 'x')
  const head = [
    'POST /api/v1/documents HTTP/1.1',
    'Host: localhost',
    ...(authorization ? [`Authorization: ${authorization}`] : []),
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${UPLOAD_BYTES}`,
    '',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
  ].join('\r\n')
  const sockets = await Promise.all(Array.from({ length: HALF_SENT }, () => openRequest(app, head)))
  for (const socket of sockets) socket.resume().write(part)
  let peak = 0
  for (const end = performance.now() + HALF_SENT_MS; performance.now() < end; await pause(250))
    peak = Math.max(peak, (await serverFigures(app)).residentBytes)
  for (const socket of sockets) socket.destroy()
  return (peak - before.residentBytes) / MB
}

/** Announces 32 MB, sends them as fast as they are taken, and waits for the refusal. */
async function sendAnonymously(app: BenchApp, bytes: Buffer): Promise<void> {
  const head = [
    'POST /api/v1/faqs/import HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    '\r\n',
  ].join('\r\n')
  const socket = await openRequest(app, head)
  socket.write(bytes)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  const status = answer.toString('latin1').split(' ')[1]
  if (status !== '401') throw new Error(`Answered ${status} instead of 401`)
}

async function postAnonymously(app: BenchApp, body: string) {
  const bytes = Buffer.from(body)
  const before = await serverFigures(app)
  for (let count = 0; count < ANONYMOUS_REQUESTS; count++) await sendAnonymously(app, bytes)
  const after = await serverFigures(app)
  return {
    cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / ANONYMOUS_REQUESTS,
    addedMb: (after.residentBytes - before.residentBytes) / MB,
  }
}

async function importAll(app: BenchApp, workspace: BenchWorkspace, body: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${app.url}/api/v1/faqs/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${workspace.api_key}` },
    body,
  })
  const { created } = (await response.json()) as { created?: number }
  if (created !== IMPORT_ROWS) throw new Error(`Created ${created} of ${IMPORT_ROWS}; answered ${response.status}`)
  return (performance.now() - started) / 1000
}

export const bodiesStage: Stage = {
  name: 'bodies',
  says: 'bodies of 32 MB, without a key and with one',
  async run(app, report) {
    const visited = await app.createWorkspace('Bench visited during uploads')
    const importing = await app.createWorkspace('Bench large import')
    const asked = vocabularyQuestions(VISITED)
    await fill(app, visited, asked)
    await untilQuiet(app.url)
    const body = importBody()

    const anonymous = await postAnonymously(app, body)
    report({ what: 'ms of CPU for 32 MB without a key', figure: anonymous.cpuMs })
    report({ what: `MB added by ${ANONYMOUS_REQUESTS} of them`, figure: anonymous.addedMb })
    report({ what: `MB added by ${HALF_SENT} half-sent, no key`, figure: await measureHalfSent(app, '') })
    await untilQuiet(app.url)
    const owned = await measureHalfSent(app, `Bearer ${importing.api_key}`)
    report({ what: `MB added by ${HALF_SENT} half-sent, with a key`, figure: owned })
    await untilQuiet(app.url)

    const requests: BenchRequest[] = visitorQuestions(asked, 2000).map((question) => ({
      path: `/api/public/search?subdomain=${visited.subdomain}&q=${encodeURIComponent(question)}`,
    }))
    const load = (seconds: number) => measure({ url: app.url, requests, connections: 1, seconds })
    await load(2)
    const idle = await load(IDLE_SECONDS)
    report({ what: 'visitors searching, nothing imported', ...idle, ratio: 1 })
    await serverFigures(app)
    const work = importAll(app, importing, body)
    const busy = await load(BUSY_SECONDS)
    const seconds = await work
    const { stallSeconds } = await serverFigures(app)
    report({ what: 'visitors searching, during one import of 32 MB', ...busy, ratio: busy.p95 / idle.p95 })
    report({ what: 'ms of the longest stall during uploads', figure: stallSeconds * 1000 })
    report({ what: `seconds for ${IMPORT_ROWS} FAQs`, figure: seconds })
  },
}
