import { connect, type Socket } from 'node:net'
import { AppError } from '../../kernel/app-error.ts'
import { findEndpoint, GREETING } from './endpoint.ts'
import { type OperatorReply, type OperatorRequest, readLines, writeLine } from './lines.ts'

const GREETING_MS = 10_000
/** Errors of connecting without a listener: no file, a file of a killed server, an unused port. */
const NOBODY = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'ENOTSOCK', 'EPIPE']

interface Connection {
  socket: Socket
  lines: AsyncGenerator<string>
  token: string | null
}

/** A connection to the server on this folder after its greeting, or null when there is none. */
async function reach(dataDir: string): Promise<Connection | null> {
  const endpoint = await findEndpoint(dataDir)
  if (endpoint === null) return null
  const socket = connect(endpoint.connect)
  const lines = readLines(socket)
  const late = new AppError('unavailable', 'operator.silent', 'The running server does not answer.')
  const timer = setTimeout(() => socket.destroy(late), GREETING_MS)
  try {
    const greeting = await lines.next()
    if (!greeting.done && greeting.value === GREETING) return { socket, lines, token: endpoint.token }
    socket.destroy()
    return null
  } catch (error) {
    socket.destroy()
    if (NOBODY.includes((error as NodeJS.ErrnoException).code ?? '')) return null
    // A stranger on a port that was ours once is not our server.
    if (error === late && endpoint.token !== null) return null
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Returns true when a live server answers on this folder. */
export async function isServed(dataDir: string): Promise<boolean> {
  const connection = await reach(dataDir)
  connection?.socket.destroy()
  return connection !== null
}

/**
 * Has a running server carry out a command. `running: false` when none serves the folder, also when a killed one left
 * its socket behind. An error of the command is thrown here again: as the same AppError, or as an Error.
 */
export async function callOperator(
  dataDir: string,
  command: string,
  args: unknown,
): Promise<{ running: false } | { running: true; result: unknown }> {
  const connection = await reach(dataDir)
  if (connection === null) return { running: false }
  const { socket, lines, token } = connection
  try {
    writeLine(socket, { command, args, token } satisfies OperatorRequest)
    const line = await lines.next()
    if (line.done) throw new AppError('unavailable', 'operator.gone', 'The server ended before it answered.')
    const reply = JSON.parse(line.value) as OperatorReply
    if (reply.ok) return { running: true, result: reply.result }
    const { kind, code, message } = reply.error
    throw kind === null ? new Error(message) : new AppError(kind, code, message)
  } finally {
    socket.destroy()
  }
}
