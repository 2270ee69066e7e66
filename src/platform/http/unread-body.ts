import type { IncomingMessage, ServerResponse } from 'node:http'
import { SMALL_BODY_BYTES } from '../bodies/index.ts'

/** A client that was refused has this long to read the answer before its connection is destroyed. */
const LINGER_MS = 1_000

/** Returns true when a body may be too long to discard for keep-alive, or waits for `100 Continue`. */
const isLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  headers.expect !== undefined ||
  Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES

/** Stops reading from the connection when a long body follows. Reading the body resumes it. */
export function pauseLongBody(req: IncomingMessage): void {
  if (isLong(req)) req.socket.pause()
}

/** Returns true when a long body has not arrived completely. */
export const hasUnreadRest = (req: IncomingMessage): boolean => isLong(req) && !req.readableEnded

/**
 * Ends the connection after the answer without reading the rest of the body. The connection stays half open for a moment:
 * with unread bytes, closing it at once resets it, and the client loses the answer.
 */
export function closeUnread(req: IncomingMessage, res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('connection', 'close')
  const { socket } = req
  // Node calls this once the answer is sent.
  socket.destroySoon = () => {
    if (!socket.writableEnded) socket.end()
    // Node reads the body of an answered request to its end to reach the next one; there is none.
    req.pause()
    socket.pause()
    socket.resume = () => socket
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
