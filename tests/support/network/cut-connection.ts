// A proxy to a database whose connection can be cut and restored; it forwards everything unchanged.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CutConnection {
  /** The address that leads through it. */
  url: string
  /** Breaks every connection, and every one that is tried from now on. */
  cut(): void
  restore(): void
  /** Leads new connections to another server, as a failover moves a name; open ones stay where they are. */
  moveTo(url: string): void
  close(): Promise<void>
}

/** @param url of a PostgreSQL server with host and port */
export async function cutConnection(url: string): Promise<CutConnection> {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((incoming) => {
    if (!whole) return incoming.destroy()
    const outgoing = connect({ host: target.hostname, port: Number(target.port) })
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    whole = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    cut,
    restore: () => {
      whole = true
    },
    moveTo: (other) => {
      target = new URL(other)
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
