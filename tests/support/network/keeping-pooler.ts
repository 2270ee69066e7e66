// A proxy to a database that can keep what it gets, as PgBouncer does while it has no connection to the server.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Starts the proxy to the server of this address. */
export async function keepingPooler(to: string) {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let isKeeping = false
  const server = createServer((incoming) => {
    const outgoing = connect({ host: hostname, port: Number(port) })
    sockets.add(incoming).add(outgoing)
    incoming.on('data', (data) => isKeeping || outgoing.write(data))
    outgoing.on('data', (data) => incoming.write(data))
    for (const socket of [incoming, outgoing]) socket.on('error', () => {})
    incoming.on('close', () => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = Object.assign(new URL(to), { port: String((server.address() as AddressInfo).port) }).href
  return {
    url,
    keep: () => {
      isKeeping = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
