import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { readPlainRequest } from './plain-request.ts'
import { KEPT_ALIVE_MS, type ReadyReply, type RequestHead, replyText } from './ready-reply.ts'

interface PlainConnections {
  fromMemory: (head: RequestHead) => ReadyReply | null
  /** Called when an answer was written. */
  answered(path: string, status: number, seconds: number): void
  failed(error: unknown): void
}

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
  const open = new Set<Socket>()

  server.on('connection', (socket: Socket) => {
    const onError = () => socket.destroy()
    const onTimeout = () => socket.destroy()
    const onEnd = () => socket.end()
    const onClose = () => open.delete(socket)
    const onData = (chunk: Buffer) => {
      const started = performance.now()
      const reply = answerTo(chunk)
      if (!reply) return handOver(chunk)
      socket.write(reply.text, 'latin1')
      o.answered(reply.path, reply.status, (performance.now() - started) / 1000)
    }
    function answerTo(chunk: Buffer) {
      // Whoever does not take what was sent is Node's to deal with.
      if (socket.writableNeedDrain) return null
      try {
        const head = readPlainRequest(chunk, socket.remoteAddress)
        const reply = head && o.fromMemory(head)
        return reply && { text: replyText(reply), path: head.url ?? '', status: reply.status }
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
    open.add(socket)
    socket.on('error', onError).on('timeout', onTimeout).on('end', onEnd).on('close', onClose).on('data', onData)
    socket.setTimeout(KEPT_ALIVE_MS)
  })
  return () => {
    for (const socket of open) socket.end()
  }
}
