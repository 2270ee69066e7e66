import type { Readable, Writable } from 'node:stream'

export type DevToolsParams = Record<string, unknown>

interface DevToolsMessage {
  id?: number
  method?: string
  params?: DevToolsParams
  result?: DevToolsParams
  error?: { message: string }
  sessionId?: string
}

/** A conversation with Chromium over its pipe: JSON, each message ended by a NUL. */
export interface DevTools {
  /** @throws Error with what Chromium says when it refuses, or when it has ended */
  send(method: string, params?: DevToolsParams, sessionId?: string): Promise<DevToolsParams>
  /** Listens to the events of one session until the returned function is called. */
  listen(sessionId: string, onEvent: (method: string, params: DevToolsParams) => void): () => void
  /** Rejects all pending calls. */
  close(): void
}

/** Longer messages are none that were asked for. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024

export function openDevTools(writeStream: Writable, readStream: Readable): DevTools {
  const pendingCalls = new Map<number, { resolve: (result: DevToolsParams) => void; reject: (error: Error) => void }>()
  const listenersBySession = new Map<string, (method: string, params: DevToolsParams) => void>()
  let lastCallId = 0
  let pendingChunks: Buffer[] = []
  let pendingBytes = 0
  let isClosed = false

  const close = () => {
    isClosed = true
    for (const { reject } of pendingCalls.values()) reject(new Error('the browser has ended'))
    pendingCalls.clear()
  }

  function receiveMessage({ id, method, params = {}, result = {}, error, sessionId = '' }: DevToolsMessage): void {
    if (id === undefined) {
      if (method !== undefined) listenersBySession.get(sessionId)?.(method, params)
      return
    }
    const pendingCall = pendingCalls.get(id)
    pendingCalls.delete(id)
    if (error) pendingCall?.reject(new Error(error.message))
    else pendingCall?.resolve(result)
  }

  readStream.on('data', (chunk: Buffer) => {
    let messageStart = 0
    for (let messageEnd = chunk.indexOf(0); messageEnd !== -1; messageEnd = chunk.indexOf(0, messageStart)) {
      const messageJson = Buffer.concat([...pendingChunks, chunk.subarray(messageStart, messageEnd)]).toString('utf8')
      pendingChunks = []
      pendingBytes = 0
      messageStart = messageEnd + 1
      receiveMessage(JSON.parse(messageJson) as DevToolsMessage)
    }
    pendingBytes += chunk.length - messageStart
    if (pendingBytes > MAX_MESSAGE_BYTES) return close()
    pendingChunks.push(chunk.subarray(messageStart))
  })
  readStream.on('close', close)
  readStream.on('error', close)
  writeStream.on('error', close)

  return {
    send(method, params = {}, sessionId) {
      if (isClosed) return Promise.reject(new Error('the browser has ended'))
      const id = ++lastCallId
      const { promise, resolve, reject } = Promise.withResolvers<DevToolsParams>()
      pendingCalls.set(id, { resolve, reject })
      writeStream.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
      return promise
    },
    listen(sessionId, onEvent) {
      listenersBySession.set(sessionId, onEvent)
      return () => void listenersBySession.delete(sessionId)
    },
    close,
  }
}
