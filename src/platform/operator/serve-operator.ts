import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { AppError } from '../../kernel/app-error.ts'
import { isServed } from './call-operator.ts'
import { GREETING, hasSocket, socketPath, type TcpEndpoint, tcpFile } from './endpoint.ts'
import { type OperatorReply, type OperatorRequest, readLines, writeLine } from './lines.ts'

export type OperatorHandlers = Record<string, (args: unknown) => Promise<unknown>>

/** Milliseconds that running commands get to finish when the server ends. */
const FINISH_MS = 5_000

export interface OperatorService {
  close(finishMs?: number): Promise<void>
}

function sameToken(given: string | null | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

async function reply(handlers: OperatorHandlers, token: string | null, line: string): Promise<OperatorReply> {
  try {
    const request = JSON.parse(line) as OperatorRequest
    if (token !== null && !sameToken(request.token, token)) {
      throw new AppError('forbidden', 'operator.token', 'This connection has no permission to send commands.')
    }
    const handler = Object.hasOwn(handlers, request.command) ? handlers[request.command] : undefined
    if (!handler) throw new AppError('not_found', 'operator.command', `There is no command "${request.command}".`)
    return { ok: true, result: (await handler(request.args)) ?? null }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof AppError)) return { ok: false, error: { kind: null, code: 'operator.failed', message } }
    return { ok: false, error: { kind: error.kind, code: error.code, message } }
  }
}

async function converse(
  socket: Socket,
  handlers: OperatorHandlers,
  token: string | null,
  running: Set<Promise<unknown>>,
): Promise<void> {
  try {
    writeLine(socket, GREETING)
    for await (const line of readLines(socket)) {
      const answer = reply(handlers, token, line)
      running.add(answer)
      writeLine(socket, await answer)
      running.delete(answer)
    }
    socket.end()
  } catch {
    socket.destroy()
  }
}

const listening = (server: Server, where: { path: string } | { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Publishes the TCP endpoint; returns what takes it back. */
async function publish(dataDir: string, endpoint: TcpEndpoint): Promise<() => Promise<void>> {
  const path = tcpFile(dataDir)
  const text = JSON.stringify(endpoint)
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return async () => {
    if ((await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true })
  }
}

/**
 * Answers operator commands of other processes of the same user, over a socket in the data folder (mode 600), or, where
 * its path would be too long, over TCP on the loopback interface with a token in a file. Does nothing when another
 * process serves the folder already, which is possible on PostgreSQL only.
 */
export async function serveOperator(dataDir: string, handlers: OperatorHandlers): Promise<OperatorService> {
  await mkdir(dataDir, { recursive: true })
  if (await isServed(dataDir)) return { close: async () => {} }

  const overSocket = hasSocket(dataDir)
  const token = overSocket ? null : randomBytes(32).toString('base64url')
  const sockets = new Set<Socket>()
  const running = new Set<Promise<unknown>>()
  let open = false
  const server = createServer((socket) => {
    // Before the mode is set, every local user could connect.
    if (!open) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return void converse(socket, handlers, token, running)
  })

  let retract = async () => {}
  if (overSocket) {
    await rm(socketPath(dataDir), { force: true })
    try {
      await listening(server, { path: socketPath(dataDir) })
    } catch (error) {
      // Another one that started at the same moment was first.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return { close: async () => {} }
      throw error
    }
    await chmod(socketPath(dataDir), 0o600)
  } else {
    await listening(server, { host: '127.0.0.1', port: 0 })
    retract = await publish(dataDir, { port: (server.address() as AddressInfo).port, token: token ?? '' })
  }
  open = true
  // A forgotten client must not keep the process alive.
  server.unref()

  return {
    async close(finishMs = FINISH_MS) {
      const expired = Promise.withResolvers<void>()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Commands that are nearly done are answered: a finished backup must not be reported as failed.
      const limit = setTimeout(expired.resolve, finishMs)
      await Promise.race([Promise.allSettled(running), expired.promise])
      clearTimeout(limit)
      for (const socket of sockets) socket.end(() => socket.destroy())
      await closed
      await retract()
    },
  }
}
