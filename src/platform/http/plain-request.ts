import type { RequestHead } from './ready-reply.ts'

/** A longer head is for the parser of Node. */
const LONGEST = 8_192
/**
 * One whole request without a body and nothing behind it: the request line, then header lines as RFC 9112 writes them, with
 * nothing that parsers are known to read differently (lines folded, ended by one sign alone, spaces before the colon).
 */
const PLAIN =
  /^(?:GET|HEAD) \/[\x21-\x7e]* HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/
/** What says that a body follows, or that the connection is for something else. */
const NOT_PLAIN = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'te', 'trailer'])

/**
 * Reads a request whose every byte is beyond doubt: a plain GET or HEAD that arrived in one piece. Null for everything
 * else, which is for the parser of Node to read, or to refuse.
 */
export function readPlainRequest(chunk: Buffer, remoteAddress: string | undefined): RequestHead | null {
  // G or H: most of what is not plain ends here.
  if (chunk.length > LONGEST || (chunk[0] !== 0x47 && chunk[0] !== 0x48)) return null
  const text = chunk.toString('latin1')
  if (!PLAIN.test(text)) return null
  const lines = text.split('\r\n')
  const [method = '', url = ''] = lines[0]!.split(' ', 2)
  const headers: Record<string, string> = {}
  // The last two are the empty lines that end it.
  for (let i = 1; i < lines.length - 2; i++) {
    const line = lines[i]!
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (NOT_PLAIN.has(name) || Object.hasOwn(headers, name)) return null
    headers[name] = line.slice(colon + 1).trim()
  }
  const { host, connection = 'keep-alive' } = headers
  if (!host || connection.toLowerCase() !== 'keep-alive') return null
  return { method, url, headers, socket: { remoteAddress } }
}
