import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readPlainRequest } from './plain-request.ts'
import { KEPT_ALIVE_MS, type ReadyReply, type RequestHead, replyBytes } from './ready-reply.ts'

interface PlainConnections {
  fromMemory: (head: RequestHead) => ReadyReply | null
  /** Called when an answer was written. */
  answered(path: string, status: number, seconds: number): void
  failed(error: unknown): void
}

/** How often it is looked which connections have been without a request for too long. */
const LOOK_MS = 5_000
const LOOKS_KEPT = Math.ceil(KEPT_ALIVE_MS / LOOK_MS)

/**
 * Stands before a server's own handling of connections. Most of a cached page's cost is Node's reading of the request and
 * writing of the answer (ADR 42): as long as a connection brings only plain requests that are answered from memory, they
 * are read and answered here. With the first one that is not, the connection goes to Node, that request included, and
 * stays there.
 * @returns what ends the connections that are still here
 */
export function answerPlainRequests(server: Server, o: PlainConnections): () => void {
  const [serve] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[]
  if (!serve) throw new Error('This server handles no connections.')
  server.removeAllListeners('connection')
  /** Which are here, and at which look each of them had last brought something. */
  const open = new Map<Socket, { look: number }>()
  let look = 0
  // A timer of each connection's own would be set anew with everything that is read and written.
  const looking = setInterval(() => {
    look += 1
    for (const [socket, used] of open) if (look - used.look > LOOKS_KEPT && !socket.timeout) socket.destroy()
  }, LOOK_MS)
  looking.unref()

  server.on('connection', (socket: Socket) => {
    const used = { look }
    const onError = () => socket.destroy()
    const onTimeout = () => socket.destroy()
    const onEnd = () => socket.end()
    const onClose = () => open.delete(socket)
    const onData = (chunk: Buffer) => {
      const started = performance.now()
      used.look = look
      // Whoever does not take what was sent is Node's to deal with.
      const answer = socket.writableNeedDrain ? null : answerTo(chunk)
      if (!answer) return handOver(chunk)
      socket.write(answer.bytes)
      // It takes time: that is watched as long as it goes on.
      if (socket.writableLength > 0) socket.setTimeout(KEPT_ALIVE_MS)
      o.answered(answer.path, answer.status, (performance.now() - started) / 1000)
    }
    function answerTo(chunk: Buffer) {
      try {
        const head = readPlainRequest(chunk, socket)
        const reply = head && o.fromMemory(head)
        return reply && { bytes: replyBytes(reply), path: head.url ?? '', status: reply.status }
      } catch (error) {
        o.failed(error)
        return null
      }
    }
    function handOver(chunk: Buffer) {
      open.delete(socket)
      socket.off('data', onData).off('error', onError).off('timeout', onTimeout).off('end', onEnd).off('close', onClose)
      socket.setTimeout(0)
      socket.pause()
      socket.unshift(chunk)
      serve!.call(server, socket)
      socket.resume()
    }
    open.set(socket, used)
    socket.on('error', onError).on('timeout', onTimeout).on('end', onEnd).on('close', onClose).on('data', onData)
  })
  return () => {
    clearInterval(looking)
    for (const socket of open.keys()) socket.end()
  }
}
