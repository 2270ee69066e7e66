import { parentPort, workerData } from 'node:worker_threads'
import { openCluster } from './cluster.ts'
import { Maintenance } from './maintenance.ts'
import { emptyStats, type FromWorker, type ToWorker, type WorkerOptions } from './messages.ts'
import { Session } from './session.ts'

// The database thread: a slow query blocks this thread and not the requests that the main thread serves.

const workerOptions = workerData as WorkerOptions
const workerPort = parentPort
if (!workerPort) throw new Error('This file runs as a worker thread.')

const postMessage = (workerMessage: FromWorker, transfer: ArrayBuffer[] = []) =>
  workerPort.postMessage(workerMessage, transfer)
const engineStats = emptyStats()

function endSession(endReason: string): never {
  postMessage({ kind: 'fatal', message: endReason })
  process.exit(1)
}

const database = await openCluster(workerOptions, engineStats).catch((error: unknown) =>
  endSession(error instanceof Error ? error.message : String(error)),
)
const databaseSession = new Session(database, engineStats, workerOptions.heartbeat, {
  data: (socketId, answerBytes, waitedMs = 0) =>
    postMessage({ kind: 'data', socket: socketId, bytes: answerBytes, waited: waitedMs }, [
      answerBytes.buffer as ArrayBuffer,
    ]),
  end: (socketId) => postMessage({ kind: 'end', socket: socketId }),
  ended: endSession,
})

/** Parameters that a server reports to a new connection; the driver formats some values by them. */
function parameters(): Record<string, string> {
  const settingNames = [
    'server_version',
    'server_encoding',
    'client_encoding',
    'DateStyle',
    'IntervalStyle',
    'TimeZone',
  ]
  const fixedSettings = { integer_datetimes: 'on', standard_conforming_strings: 'on' }
  return {
    ...fixedSettings,
    ...Object.fromEntries(
      settingNames.map((settingName) => [settingName, databaseSession.run(`SHOW ${settingName}`)[0]?.[0] ?? '']),
    ),
  }
}

const startupParameters = parameters()
const maintenance = new Maintenance(databaseSession, engineStats, workerOptions.timing)

async function answerCall(workerMessage: Extract<ToWorker, { kind: 'call' }>): Promise<void> {
  const { id, name } = workerMessage
  try {
    if (name === 'stats') postMessage({ kind: 'answer', id, value: { ...engineStats } })
    if (name === 'dump') {
      const folderArchive = new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
      postMessage({ kind: 'answer', id, value: folderArchive }, [folderArchive.buffer])
    }
    if (name === 'close') {
      maintenance.stop()
      await database.close()
      postMessage({ kind: 'answer', id, value: null })
      workerPort?.close()
    }
  } catch (error) {
    postMessage({ kind: 'refused', id, message: String(error) })
  }
}

workerPort.on('message', (workerMessage: ToWorker) => {
  if (workerMessage.kind === 'data') {
    databaseSession.receive(workerMessage)
    maintenance.keepUp()
  } else if (workerMessage.kind === 'bye') databaseSession.leave(workerMessage.socket)
  else void answerCall(workerMessage)
})
postMessage({ kind: 'ready', parameters: startupParameters })
