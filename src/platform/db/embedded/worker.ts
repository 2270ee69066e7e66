import { parentPort, workerData } from 'node:worker_threads'
import { openCluster } from './cluster.ts'
import { Maintenance } from './maintenance.ts'
import { type FromWorker, noStats, type ToWorker, type WorkerOptions } from './messages.ts'
import { Session } from './session.ts'

// The database thread: a slow query blocks this thread and not the requests that the main thread serves.

const options = workerData as WorkerOptions
const port = parentPort
if (!port) throw new Error('This file runs as a worker thread.')

const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
const stats = noStats()

function endSession(reason: string): never {
  post({ kind: 'fatal', message: reason })
  process.exit(1)
}

const database = await openCluster(options, stats).catch((error: unknown) =>
  endSession(error instanceof Error ? error.message : String(error)),
)
const session = new Session(database, stats, options.heartbeat, {
  data: (socket, bytes, waited = 0) => post({ kind: 'data', socket, bytes, waited }, [bytes.buffer as ArrayBuffer]),
  end: (socket) => post({ kind: 'end', socket }),
  ended: endSession,
})

/** Parameters that a server reports to a new connection; the driver formats some values by them. */
function parameters(): Record<string, string> {
  const names = ['server_version', 'server_encoding', 'client_encoding', 'DateStyle', 'IntervalStyle', 'TimeZone']
  const fixed = { integer_datetimes: 'on', standard_conforming_strings: 'on' }
  return { ...fixed, ...Object.fromEntries(names.map((name) => [name, session.run(`SHOW ${name}`)[0]?.[0] ?? ''])) }
}

const startup = parameters()
const maintenance = new Maintenance(session, stats, options.timing)

async function call(message: Extract<ToWorker, { kind: 'call' }>): Promise<void> {
  const { id, name } = message
  try {
    if (name === 'stats') post({ kind: 'answer', id, value: { ...stats } })
    if (name === 'dump') {
      const tar = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
      post({ kind: 'answer', id, value: tar }, [tar.buffer])
    }
    if (name === 'close') {
      maintenance.stop()
      await database.close()
      post({ kind: 'answer', id, value: null })
      port?.close()
    }
  } catch (error) {
    post({ kind: 'refused', id, message: String(error) })
  }
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'data') {
    session.receive(message)
    maintenance.keepUp()
  } else if (message.kind === 'bye') session.leave(message.socket)
  else void call(message)
})
post({ kind: 'ready', parameters: startup })
