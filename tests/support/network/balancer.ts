// A load balancer as people put one before several processes: it asks each for its readiness, sends requests in turn to
// those that are ready, and keeps its connections to them. It tries nothing twice unless `repeatsReads` is set.
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

export interface BalancerOptions {
  /**
   * Works as docs/guides/deployment.md says: help pages need a process that is alive, reading is repeated at the next
   * process after a failure or a refusal, and while no process is ready, requests go to those that are alive.
   */
  repeatsReads?: boolean
}

const ASK_EVERY_MS = 100
const ASK_LIMIT_MS = 1_000
const HELP_PAGE = /^\/(faq\/|widget)/

export async function startBalancer({ repeatsReads = false }: BalancerOptions = {}): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const servers = new Map<string, { ready: boolean; alive: boolean }>()
  const waiting = new Map<string, () => void>()
  let turn = 0

  const isOk = async (address: string) => {
    const answer = await fetch(address, { signal: AbortSignal.timeout(ASK_LIMIT_MS) }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.status === 200
  }
  const checkOne = async (url: string, server: { ready: boolean; alive: boolean }) => {
    server.ready = await isOk(`${url}/readyz`)
    server.alive = server.ready || (repeatsReads && (await isOk(`${url}/healthz`)))
    if (server.ready) waiting.get(url)?.()
  }
  let isChecking = false
  const checkAll = async () => {
    if (isChecking) return
    isChecking = true
    await Promise.all([...servers].map(([url, server]) => checkOne(url, server)))
    isChecking = false
  }
  const timer = setInterval(() => void checkAll(), ASK_EVERY_MS)

  /** The servers for a request, in the order in which they are tried. */
  const targetsFor = (path: string): string[] => {
    const those = (state: 'ready' | 'alive') => [...servers].flatMap(([url, server]) => (server[state] ? [url] : []))
    const ready = repeatsReads && HELP_PAGE.test(path) ? [] : those('ready')
    const usable = ready.length > 0 || !repeatsReads ? ready : those('alive')
    const first = turn++ % Math.max(1, usable.length)
    return [...usable.slice(first), ...usable.slice(0, first)]
  }

  const server = createServer((incoming, outgoing) => {
    const mayRepeat = repeatsReads && (incoming.method === 'GET' || incoming.method === 'HEAD')
    const fail = (reason: string) => {
      if (outgoing.headersSent) return outgoing.destroy()
      outgoing.writeHead(502, { 'content-type': 'text/plain' }).end(reason)
    }
    const pass = ([target, ...others]: string[]) => {
      if (!target) return fail('No server is ready.')
      const { hostname, port, host } = new URL(target)
      const passed = request(
        { agent, hostname, port, method: incoming.method, path: incoming.url, headers: { ...incoming.headers, host } },
        (answer) => {
          if (mayRepeat && answer.statusCode === 503 && others.length > 0) {
            answer.resume()
            return pass(others)
          }
          const { connection: _connection, 'keep-alive': _kept, ...headers } = answer.headers
          outgoing.writeHead(answer.statusCode ?? 502, headers)
          answer.pipe(outgoing)
          answer.on('error', () => outgoing.destroy())
        },
      )
      passed.on('error', (error) => {
        const known = servers.get(target)
        if (known && repeatsReads) Object.assign(known, { ready: false, alive: false })
        if (mayRepeat && others.length > 0 && !outgoing.headersSent) pass(others)
        else fail(error.message)
      })
      if (mayRepeat) passed.end()
      else incoming.pipe(passed)
    }
    pass(targetsFor(incoming.url ?? '/'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(url) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(url, resolve)
      servers.set(url, { ready: false, alive: false })
      return promise
    },
    remove: (url) => void servers.delete(url),
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
