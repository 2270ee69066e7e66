import { DECIDING_HEADERS, type DecidingHeaders, type RequestHead } from './ready-reply.ts'

/** A longer head, and one of more lines, is for the parser of Node. */
const LONGEST = 8_192
const MOST_LINES = 64

/** What says that a body follows, or that the connection is for something else. */
const NOT_PLAIN = ['content-length', 'transfer-encoding', 'expect', 'upgrade', 'te', 'trailer']

const [TAB, LF, CR, SPACE, SLASH, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x2f, 0x3a]
const GET = Buffer.from('GET ')
const HEAD = Buffer.from('HEAD ')
const VERSION = Buffer.from(' HTTP/1.1\r\n')
const END = Buffer.from('\r\n\r\n')

const bytesWhere = (fits: (character: string) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, byte) => (fits(String.fromCharCode(byte)) ? 1 : 0))

const IN_TARGET = bytesWhere((character) => /[\x21-\x7e]/.test(character))
const IN_VALUE = bytesWhere((character) => /[\t\x20-\x7e\x80-\xff]/.test(character))
/** The bytes of a header's name in lower case; 0 for what no name holds. */
const IN_NAME = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  return /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(character) ? character.toLowerCase().charCodeAt(0) : 0
})

const mixed = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0

interface Meaning {
  name: Buffer
  /** Where its value is kept; null: with this header nothing is plain. */
  key: keyof Read | null
}

const meaning = (name: string, key: Meaning['key']): [number, Meaning] => {
  const bytes = Buffer.from(name)
  return [bytes.reduce(mixed, 0), { name: bytes, key }]
}

/** The headers that mean something here, by the hash of their names. */
const MEANINGS = new Map<number, Meaning>([
  ...NOT_PLAIN.map((name) => meaning(name, null)),
  ...DECIDING_HEADERS.map((name) => meaning(name, name)),
  meaning('connection', 'connection'),
])

interface Read extends DecidingHeaders {
  connection?: string | undefined
}

/** Of the names of one request. */
const hashes = new Int32Array(MOST_LINES)

/**
 * Reads a request whose every byte is beyond doubt: a plain GET or HEAD that arrived in one piece, with nothing behind
 * it and nothing in it that parsers are known to read differently (lines folded, ended by one sign alone, spaces before
 * the colon, headers twice). Null for everything else, which is for the parser of Node to read, or to refuse.
 *
 * Only the headers that decide about an answer are kept; the others are looked at byte by byte, and that is all.
 */
export function readPlainRequest(chunk: Buffer, socket: RequestHead['socket']): RequestHead | null {
  const method = methodOf(chunk)
  // What ends with an empty line ends every loop below: no name, value or target holds a line's end.
  if (method === null || chunk.length > LONGEST || !holds(chunk, END, chunk.length - END.length)) return null
  const from = method.length + 1
  if (chunk[from] !== SLASH) return null
  let at = from
  while (IN_TARGET[chunk[at]!]) at++
  if (!holds(chunk, VERSION, at)) return null
  const text = chunk.toString('latin1')
  const headers = readHeaders(chunk, text, at + VERSION.length)
  if (!headers?.host || (headers.connection && headers.connection.toLowerCase() !== 'keep-alive')) return null
  return { method, url: text.slice(from, at), headers, socket }
}

function methodOf(chunk: Buffer): 'GET' | 'HEAD' | null {
  if (holds(chunk, GET, 0)) return 'GET'
  return holds(chunk, HEAD, 0) ? 'HEAD' : null
}

function holds(chunk: Buffer, bytes: Buffer, at: number): boolean {
  for (let i = 0; i < bytes.length; i++) if (chunk[at + i] !== bytes[i]) return false
  return true
}

/**
 * The header lines from here to the end; null where one of them is in doubt.
 * @param text the same bytes, to cut the values from: one text costs less than one for each value
 */
function readHeaders(chunk: Buffer, text: string, start: number): Read | null {
  const headers: Read = {
    host: undefined,
    connection: undefined,
    'accept-encoding': undefined,
    'accept-language': undefined,
    'if-none-match': undefined,
    referer: undefined,
  }
  const end = chunk.length - 2
  let at = start
  for (let line = 0; at < end; line++) {
    const name = at
    let hash = 0
    for (let byte = IN_NAME[chunk[at]!]!; byte !== 0; byte = IN_NAME[chunk[++at]!]!) hash = mixed(hash, byte)
    const colon = at
    if (colon === name || chunk[colon] !== COLON || line === MOST_LINES) return null
    // Two names with one hash are as good as one name twice: Node reads both.
    for (let i = 0; i < line; i++) if (hashes[i] === hash) return null
    hashes[line] = hash
    while (IN_VALUE[chunk[++at]!]);
    if (chunk[at] !== CR || chunk[at + 1] !== LF) return null
    const meant = MEANINGS.get(hash)
    if (meant) {
      if (meant.key === null || !names(chunk, name, colon, meant.name)) return null
      headers[meant.key] = valueIn(text, colon + 1, at)
    }
    at += 2
  }
  return headers
}

/** Whether these bytes are that name, in any case. */
function names(chunk: Buffer, from: number, to: number, name: Buffer): boolean {
  if (to - from !== name.length) return false
  for (let i = 0; i < name.length; i++) if (IN_NAME[chunk[from + i]!] !== name[i]) return false
  return true
}

/** What lies between, without the spaces and tabs around it: `trim` takes more than these. */
function valueIn(text: string, from: number, to: number): string {
  while (from < to && isSpace(text.charCodeAt(from))) from++
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

const isSpace = (code: number): boolean => code === SPACE || code === TAB
