// A load balancer as people put one before several processes: it asks each for its readiness, sends requests in turn to
// those that are ready, keeps its connections to them, and tries nothing twice: what fails here fails for the visitor.
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  /** Without a slash at its end. */
  url: string
  /** Takes a further server. Resolves when it is ready. */
  add(url: string): Promise<void>
  remove(url: string): void
  close(): Promise<void>
}

const ASK_EVERY_MS = 100

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const servers = new Map<string, { ready: boolean }>()
  const waiting = new Map<string, () => void>()
  let turn = 0

  const check = async () => {
    for (const [url, server] of servers) {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      await answer?.body?.cancel()
      server.ready = answer?.status === 200
      if (server.ready) waiting.get(url)?.()
    }
  }
  const checking = setInterval(() => void check(), ASK_EVERY_MS)

  const server = createServer((incoming, outgoing) => {
    const ready = [...servers].flatMap(([url, { ready }]) => (ready ? [url] : []))
    const target = ready[turn++ % Math.max(1, ready.length)]
    const fail = (reason: string) => {
      if (outgoing.headersSent) return outgoing.destroy()
      outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(reason)
    }
    if (!target) return fail('No server is ready.')
    const { hostname, port, host } = new URL(target)
    const passed = request(
      { agent, hostname, port, method: incoming.method, path: incoming.url, headers: { ...incoming.headers, host } },
      (answer) => {
        const { connection: _connection, 'keep-alive': _kept, ...headers } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, headers)
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      },
    )
    passed.on('error', (error) => fail(error.message))
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(url) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(url, resolve)
      servers.set(url, { ready: false })
      return promise
    },
    remove: (url) => void servers.delete(url),
    async close() {
      clearInterval(checking)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
