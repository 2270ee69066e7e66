import type { Readable, Writable } from 'node:stream'

export type Params = Record<string, unknown>

interface Message {
  id?: number
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
  sessionId?: string
}

/** A conversation with Chromium over its pipe: JSON, each message ended by a NUL. */
export interface DevTools {
  /** @throws Error with what Chromium says when it refuses, or when it has ended */
  send(method: string, params?: Params, sessionId?: string): Promise<Params>
  /** Listens to the events of one session until the returned function is called. */
  listen(sessionId: string, onEvent: (method: string, params: Params) => void): () => void
  /** Rejects all pending calls. */
  close(): void
}

/** Longer messages are none that were asked for. */
const MESSAGE_MAX = 64 * 1024 * 1024

export function openDevTools(write: Writable, read: Readable): DevTools {
  const waiting = new Map<number, { resolve: (result: Params) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, (method: string, params: Params) => void>()
  let last = 0
  let rest: Buffer[] = []
  let size = 0
  let closed = false

  const close = () => {
    closed = true
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'))
    waiting.clear()
  }

  function receive({ id, method, params = {}, result = {}, error, sessionId = '' }: Message): void {
    if (id === undefined) {
      if (method !== undefined) listeners.get(sessionId)?.(method, params)
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }

  read.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      const message = Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
      rest = []
      size = 0
      from = end + 1
      receive(JSON.parse(message) as Message)
    }
    size += chunk.length - from
    if (size > MESSAGE_MAX) return close()
    rest.push(chunk.subarray(from))
  })
  read.on('close', close)
  read.on('error', close)
  write.on('error', close)

  return {
    send(method, params = {}, sessionId) {
      if (closed) return Promise.reject(new Error('the browser has ended'))
      const id = ++last
      const { promise, resolve, reject } = Promise.withResolvers<Params>()
      waiting.set(id, { resolve, reject })
      write.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
      return promise
    },
    listen(sessionId, onEvent) {
      listeners.set(sessionId, onEvent)
      return () => void listeners.delete(sessionId)
    },
    close,
  }
}
