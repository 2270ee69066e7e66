import type { Socket } from 'node:net'
import type { AppError } from '../../kernel/app-error.ts'

/** One line each way: what is asked, and what came of it. */
export interface OperatorRequest {
  command: string
  args: unknown
  token?: string | null
}

export type OperatorReply =
  | { ok: true; result: unknown }
  | { ok: false; error: { kind: AppError['kind'] | null; code: string; message: string } }

const MAX_LINE = 16 * 1024 * 1024

/** The lines that arrive on a connection, until it ends. An endless line breaks the connection. */
export async function* readLines(socket: Socket): AsyncGenerator<string> {
  let pending = ''
  socket.setEncoding('utf8')
  for await (const chunk of socket as AsyncIterable<string>) {
    pending += chunk
    for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
      yield pending.slice(0, end)
      pending = pending.slice(end + 1)
    }
    if (pending.length > MAX_LINE) throw new Error('A line is too long')
  }
}

export const writeLine = (socket: Socket, value: unknown): void => {
  socket.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
}
