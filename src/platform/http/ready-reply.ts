import {
  type IncomingHttpHeaders,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'

/** The headers that may decide about an answer from memory: of a plain request no others are kept. */
export const DECIDING_HEADERS = [
  'host',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'referer',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const

export type DecidingHeaders = Partial<Pick<IncomingHttpHeaders, (typeof DECIDING_HEADERS)[number]>>

/** What of a request decides about an answer from memory; an `IncomingMessage` is one. */
export interface RequestHead {
  method?: string | undefined
  url?: string | undefined
  headers: DecidingHeaders
  socket: { remoteAddress?: string | undefined }
}

/** An answer that is there already. It does not change, and is the same object for as long as it is the same answer. */
export interface ReadyReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Null for 304 and HEAD. */
  readonly body: Buffer | null
}

/** How long a connection is kept for a further request, in milliseconds. */
export const KEPT_ALIVE_MS = 65_000

export function sendReply(res: ServerResponse, { status, headers, body }: ReadyReply): void {
  res.writeHead(status, headers)
  if (body === null) res.end()
  else res.end(body)
}

const heads = new WeakMap<ReadyReply, string>()

/** The status line and the headers but the date, put together once for each answer. */
function headOf(reply: ReadyReply): string {
  const known = heads.get(reply)
  if (known !== undefined) return known
  const { status, headers } = reply
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}\r\n`
  })
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEPT_ALIVE_MS / 1000}\r\n`
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${kept}`
  heads.set(reply, text)
  return text
}

/** Of what was put together, at most so much is kept, in bytes. */
const KEPT_BYTES = 4 * 1024 * 1024

/** What was sent in the present second: the date in it holds as long. */
const sent = new Map<ReadyReply, Buffer>()
let sentBytes = 0
let second = 0
let dateLine = ''

function forget(): void {
  sent.clear()
  sentBytes = 0
}

/**
 * The same as it goes over the wire, in one piece. Whoever asks for it again within a second gets the same bytes, which
 * must not be changed: they may still be on their way.
 * @throws TypeError where a header cannot be sent
 */
export function replyBytes(reply: ReadyReply): Buffer {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    dateLine = `Date: ${new Date(now * 1000).toUTCString()}\r\n\r\n`
    forget()
  }
  const known = sent.get(reply)
  if (known) return known
  const head = headOf(reply) + dateLine
  const bytes = Buffer.allocUnsafeSlow(head.length + (reply.body?.length ?? 0))
  bytes.write(head, 'latin1')
  reply.body?.copy(bytes, head.length)
  if (sentBytes + bytes.length > KEPT_BYTES) forget()
  sent.set(reply, bytes)
  sentBytes += bytes.length
  return bytes
}
