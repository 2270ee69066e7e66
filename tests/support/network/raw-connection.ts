// A connection on which a test writes and reads what no HTTP client would.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, vi } from 'vitest'
import { afterTest } from './http-server.ts'

/** A connection as bytes, one a character. */
export async function openRaw(port: number) {
  const socket: Socket = connect(port, '127.0.0.1').setEncoding('latin1')
  afterTest(() => socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return {
    socket,
    send: (bytes: string) => socket.write(bytes, 'latin1'),
    until: (end: string) => vi.waitFor(() => expect(text.endsWith(end)).toBe(true), 5_000).then(() => text),
    text: () => text,
  }
}
