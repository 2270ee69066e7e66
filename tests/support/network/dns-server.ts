// A name server that answers TXT questions over UDP in the wire format of RFC 1035, with records from the test.
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface DnsServer {
  /** `address:port`, as DNS_SERVERS takes it. */
  address: string
  /** The TXT records of a name; none: the name does not exist. */
  set(name: string, ...records: string[]): void
  /** True to answer; 'fails' responds with SERVFAIL. */
  mode: 'answers' | 'silent' | 'fails'
  /** The names it was asked for. */
  asked: string[]
  stop(): Promise<void>
}

const TXT = 16
const HEADER = 12
const RCODE = { ok: 0, fails: 2, missing: 3 } as const
/** A record's text is cut into strings of at most this many bytes. */
const STRING_MAX = 255

/** The question's name and the offset after it and its type and class. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let position = HEADER
  for (let length = message[position] ?? 0; length > 0; length = message[position] ?? 0) {
    labels.push(message.toString('ascii', position + 1, position + 1 + length))
    position += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(position + 1), end: position + 5 }
}

function textRecord(text: string): Buffer {
  const bytes = Buffer.from(text)
  const strings: Buffer[] = []
  for (let position = 0; position < Math.max(1, bytes.length); position += STRING_MAX) {
    const part = bytes.subarray(position, position + STRING_MAX)
    strings.push(Buffer.from([part.length]), part)
  }
  const data = Buffer.concat(strings)
  const head = Buffer.alloc(12)
  // Pointer to the name in the question.
  head.writeUInt16BE(0xc000 | HEADER, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function reply(message: Buffer, end: number, code: number, answers: Buffer[]): Buffer {
  const head = Buffer.from(message.subarray(0, HEADER))
  // An authoritative response, recursion available.
  head.writeUInt16BE(0x8480 | (message.readUInt16BE(2) & 0x0100) | code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(answers.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, message.subarray(HEADER, end), ...answers])
}

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const names = new Map<string, string[]>()
  const server: DnsServer = {
    address: '',
    mode: 'answers',
    asked: [],
    set: (name, ...records) => void names.set(name.toLowerCase(), records),
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(message)
    server.asked.push(name)
    if (server.mode === 'silent') return
    const records = names.get(name)
    const code = server.mode === 'fails' ? RCODE.fails : records?.length ? RCODE.ok : RCODE.missing
    const answers = code === RCODE.ok && type === TXT ? (records ?? []).map(textRecord) : []
    socket.send(reply(message, end, code, answers), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${(socket.address() as AddressInfo).port}`
  return server
}
