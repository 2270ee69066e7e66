// Firefox by WebDriver BiDi, which it serves itself: https://w3c.github.io/webdriver-bidi/
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Place, RemoteBrowser } from './remote-browser.ts'

const START_LIMIT_MS = 60_000
const LISTENING = /^WebDriver BiDi listening on (ws:\S+)$/

type Reply = { id?: number; type: string; result?: Record<string, unknown>; error?: string; message?: string }
type Tree = { contexts: { context: string; children?: { context: string }[] | null }[] }

/** Waits until the browser prints the address of its web socket. */
function addressOf(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  if (child.stderr)
    createInterface(child.stderr).on('line', (line) => {
      const [, address] = LISTENING.exec(line) ?? []
      if (address) resolve(address)
    })
  child.once('error', reject)
  child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}`)))
  const timer = setTimeout(() => reject(new Error('Firefox did not open its WebDriver port')), START_LIMIT_MS)
  return promise.finally(() => clearTimeout(timer))
}

/** Sends commands and matches their replies. */
class Connection {
  #next = 0
  readonly #waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  readonly #socket: WebSocket

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply
      const waiting = this.#waiting.get(reply.id ?? -1)
      if (!waiting) return
      this.#waiting.delete(reply.id ?? -1)
      if (reply.type === 'success') waiting.resolve(reply.result ?? {})
      else waiting.reject(new Error(`${reply.error}: ${reply.message}`))
    })
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has closed the connection'))
    })
  }

  send(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#next
    const waiting = Promise.withResolvers<Record<string, unknown>>()
    this.#waiting.set(id, waiting)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return waiting.promise
  }
}

/** Starts a headless Firefox with an empty profile. @throws Error when it does not start */
export async function startFirefox(executable: string): Promise<RemoteBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'answerloom-firefox-'))
  const child = spawn(executable, ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  })
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const socket = new WebSocket(`${await addressOf(child)}/session`)
    await once(socket, 'open')
    const connection = new Connection(socket)
    const session = await connection.send('session.new', { capabilities: {} })
    const { browserName, browserVersion } = session.capabilities as Record<string, string>
    const tree = async () => ((await connection.send('browsingContext.getTree', {})) as Tree).contexts[0]
    const contextOf = async (place: Place) => {
      const top = await tree()
      const context = place === 'page' ? top?.context : top?.children?.[0]?.context
      if (!context) throw new Error(`There is no ${place}`)
      return context
    }
    return {
      name: `${browserName} ${browserVersion}`,
      open: async (url) => {
        await connection.send('browsingContext.navigate', { context: await contextOf('page'), url, wait: 'complete' })
      },
      evaluate: async (expression, place) => {
        const target = { context: await contextOf(place) }
        const reply = await connection.send('script.evaluate', { expression, target, awaitPromise: true })
        if (reply.type === 'exception')
          throw new Error(String((reply.exceptionDetails as { text?: string } | undefined)?.text))
        return String((reply.result as { value?: unknown } | undefined)?.value ?? '')
      },
      perform: async (actions, place) => {
        await connection.send('input.performActions', { context: await contextOf(place), actions })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
