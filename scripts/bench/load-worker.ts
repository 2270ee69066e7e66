// The thread behind load.ts: keep-alive connections written by hand, since an HTTP client would be the bottleneck.
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { type BenchRequest, type Load, type Measured, quantile } from './measurement.ts'

const HEAD_END = Buffer.from('\r\n\r\n')

/** The length of a complete answer at the start of the buffer, or undefined while it is incomplete. */
function answerLength(buffer: Buffer): number | undefined {
  const headEnd = buffer.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const head = buffer.toString('latin1', 0, headEnd)
  const declared = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (declared !== undefined) {
    const length = headEnd + HEAD_END.length + Number(declared)
    return buffer.length >= length ? length : undefined
  }
  const end = buffer.indexOf('\r\n0\r\n\r\n', headEnd)
  return end < 0 ? undefined : end + 7
}

function bytes({ path, body, headers = {} }: BenchRequest, host: string): Buffer {
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `Host: ${host}\r\nAccept-Encoding: gzip\r\nConnection: keep-alive\r\n${own.join('')}`
  if (!body) return Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
  const json = JSON.stringify(body)
  const about = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n`
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${head}${about}\r\n${json}`)
}

/** Asks over one connection until the time is up; resolves with its samples. */
function askInTurn(load: Load, offset: number, until: number, samples: number[]): Promise<number> {
  const { hostname, port, host } = new URL(load.url)
  const requests = load.requests.map((request) => bytes(request, host))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let [turn, errors, asked] = [offset, 0, 0]
  let pending: Buffer = Buffer.alloc(0)
  const ask = (socket: Socket) => {
    asked = performance.now()
    socket.write(requests[turn % requests.length] ?? '')
    turn += load.connections
  }
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.once('connect', () => ask(socket))
  socket.once('error', reject)
  socket.on('data', (data) => {
    pending = pending.length === 0 ? data : Buffer.concat([pending, data])
    const length = answerLength(pending)
    if (length === undefined) return
    const now = performance.now()
    samples.push(now - asked)
    if (pending.toString('latin1', 9, 12) !== '200') errors += 1
    pending = pending.subarray(length)
    if (now < until) return ask(socket)
    socket.destroy()
    resolve(errors)
  })
  socket.once('end', () => reject(new Error('The server closed the connection')))
  return promise
}

const load: Load = workerData
const started = performance.now()
const samples: number[] = []
const asking = Array.from({ length: load.connections }, (_, index) =>
  askInTurn(load, index, started + load.seconds * 1000, samples),
)
const errors = (await Promise.all(asking)).reduce((sum, count) => sum + count, 0)
const perSecond = samples.length / ((performance.now() - started) / 1000)
const sorted = Float64Array.from(samples).sort()
const measured: Measured = { perSecond, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), errors }
parentPort?.postMessage(measured)
