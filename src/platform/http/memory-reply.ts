import type { IncomingMessage, ServerResponse } from 'node:http'

/** The parts of a request that decide about an answer from memory; an `IncomingMessage` is one. */
export interface RequestHead extends Partial<Pick<IncomingMessage, 'method' | 'url'>> {
  headers: IncomingMessage['headers']
  socket: { remoteAddress?: string | undefined }
}

/** An answer in memory. It never changes, and is the same object for as long as it is the same answer. */
export interface MemoryReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null for 304 and HEAD. */
  readonly body: Buffer | null
}

export function sendReply(res: ServerResponse, { status, headers, body }: MemoryReply): void {
  res.writeHead(status, headers)
  if (body === null) res.end()
  else res.end(body)
}
