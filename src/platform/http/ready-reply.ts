import {
  type IncomingHttpHeaders,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'

/** What of a request decides about an answer from memory; an `IncomingMessage` is one. */
export interface RequestHead {
  method?: string | undefined
  url?: string | undefined
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

/** An answer that is there already, the same object for headers that stay the same. */
export interface ReadyReply {
  status: number
  headers: Readonly<Record<string, string>>
  /** Bytes, one a character (latin1): headers and body then leave in one write. Null for 304 and HEAD. */
  body: string | null
}

/** How long a connection is kept for a further request, in milliseconds. */
export const KEPT_ALIVE_MS = 65_000

export function sendReply(res: ServerResponse, { status, headers, body }: ReadyReply): void {
  res.writeHead(status, headers)
  if (body === null) res.end()
  else res.end(body, 'latin1')
}

const heads = new WeakMap<object, { status: number; text: string }>()

/** The status line and the headers but the date, put together once for each set of headers. */
function headOf({ status, headers }: ReadyReply): string {
  const known = heads.get(headers)
  if (known?.status === status) return known.text
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return `${name}: ${value}\r\n`
  })
  const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEPT_ALIVE_MS / 1000}\r\n`
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}${kept}`
  heads.set(headers, { status, text })
  return text
}

let second = 0
let date = ''

function dateLine(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = `Date: ${new Date().toUTCString()}\r\n\r\n`
  }
  return date
}

/** The same as it goes over the wire, in latin1. @throws TypeError where a header cannot be sent */
export const replyText = (reply: ReadyReply): string => headOf(reply) + dateLine() + (reply.body ?? '')
