import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BodyReaderOptions, type BodySource, createBodyReader, SMALL_BODY_BYTES } from './index.ts'

const KB = 1024
const MB = 1024 * KB
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'answerloom-bodies-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const readerWith = (options: Partial<BodyReaderOptions> = {}) => createBodyReader({ folder, ...options })
const filesLeft = () => readdirSync(folder)

/** A body sent in chunks of 16 KB that says how many of its bytes were asked for. */
function sent(content: string | Buffer, options: Partial<BodySource> & { announce?: boolean } = {}) {
  const bytes = Buffer.from(content)
  const taken = { bytes: 0 }
  async function* stream() {
    for (let position = 0; position < bytes.length; position += 16 * KB) {
      const chunk = bytes.subarray(position, position + 16 * KB)
      taken.bytes += chunk.length
      yield chunk
    }
  }
  const { announce = true, ...rest } = options
  const source: BodySource = {
    stream: stream(),
    contentType: 'application/json',
    contentLength: announce ? bytes.length : null,
    address: '203.0.113.7',
    ...rest,
  }
  return { source, taken }
}

/** A body whose announced rest never comes. */
const halfSent = (contentLength: number | null, part: number, address = '203.0.113.7'): BodySource => ({
  stream: {
    async *[Symbol.asyncIterator]() {
      yield Buffer.alloc(part, 'x')
      await new Promise(() => {})
    },
  },
  contentType: 'application/json',
  contentLength,
  address,
})

/** Starts reading a body that never arrives: it fails by its time limit, long after the test. */
const startReading = (work: Promise<unknown>) => void work.catch(() => {})

const codeOf = (work: Promise<unknown>) => work.then(() => null).catch((error: { code?: string }) => error.code)

describe('the body of an anonymous request', () => {
  test('is limited to 64 KB, and a longer one is refused by its declared length before it is read', async () => {
    const reader = readerWith()
    const fits = sent('x'.repeat(SMALL_BODY_BYTES))
    expect((await reader.open(fits.source).text()).length).toBe(SMALL_BODY_BYTES)
    const longer = sent('x'.repeat(SMALL_BODY_BYTES + 1))
    expect(await codeOf(reader.open(longer.source).text())).toBe('request.too_large')
    expect(longer.taken.bytes).toBe(0)
  })

  test('is refused with the first chunk beyond the limit when no length is declared', async () => {
    const reader = readerWith()
    for (const read of ['text', 'form'] as const) {
      const endless = sent('x'.repeat(MB), { announce: false })
      expect(await codeOf(reader.open(endless.source)[read]())).toBe('request.too_large')
      expect(endless.taken.bytes).toBeLessThanOrEqual(SMALL_BODY_BYTES + 16 * KB)
    }
    expect(filesLeft()).toEqual([])
  })

  test('has a time limit', async () => {
    const reader = readerWith({ smallBodyMs: 1 })
    const body = reader.open(halfSent(100, 10))
    expect(await codeOf(body.text())).toBe('request.timeout')
    await body.close()
    expect(reader.bytesInFlight).toBe(0)
  })
})

describe('the body of a request with a known caller', () => {
  test.each([
    ['in memory', 10 * KB],
    ['from a file', 500 * KB],
    ['in a thread', 3 * MB],
  ])('is parsed as JSON: %s', async (_name, size) => {
    const value = {
      items: Array.from({ length: size / KB }, (_, index) => ({ id: index, text: `ü${'x'.repeat(KB)}` })),
    }
    for (const announce of [true, false]) {
      const body = readerWith().open(sent(JSON.stringify(value), { announce }).source)
      expect(await body.input(32 * MB)).toEqual(value)
      await body.close()
    }
    expect(filesLeft()).toEqual([])
  })

  test('is no input when it is empty', async () => {
    expect(await readerWith().open(sent('').source).input(MB)).toBe(undefined)
    expect(
      await readerWith()
        .open(sent('', { stream: null, contentLength: null }).source)
        .input(MB),
    ).toBe(undefined)
  })

  test('is a text of at most 64 KB in another content type', async () => {
    const open = (text: string) => readerWith().open(sent(text, { contentType: 'text/plain' }).source)
    expect(await open('{}').input(MB)).toBe('{}')
    expect(await codeOf(open('x'.repeat(SMALL_BODY_BYTES + 1)).input(MB))).toBe('request.too_large')
  })

  test('is reported when it cannot be parsed, at any size', async () => {
    for (const text of ['{', `[${'"x",'.repeat(500_000)}`])
      expect(
        await codeOf(
          readerWith()
            .open(sent(text).source)
            .input(32 * MB),
        ),
      ).toBe('request.malformed_json')
  })

  test('is refused by the thread when it contains too many values or a value that is too large', async () => {
    const many = `{"items":[${'[],'.repeat(2_000_000)}[]]}`
    const deep = `{"items":[${'['.repeat(700_000)}${']'.repeat(700_000)}]}`
    const long = `{"items":["${'x'.repeat(5 * MB)}"]}`
    for (const text of [many, deep, long])
      expect(
        await codeOf(
          readerWith()
            .open(sent(text).source)
            .input(32 * MB),
        ),
      ).toBe('request.too_complex')
  })

  test('is parsed in steps when it is large, between which other requests are served', async () => {
    const value = { items: Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'x'.repeat(300) })) }
    const reading = readerWith()
      .open(sent(JSON.stringify(value)).source)
      .input(32 * MB)
    let turns = 0
    let isDone = false
    void reading.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await nextTurn()
      turns++
    }
    expect(await reading).toEqual(value)
    expect(turns).toBeGreaterThan(20)
  })

  test('keeps files of a form on disk until it is closed', async () => {
    const reader = readerWith()
    const content = Buffer.alloc(2 * MB, 'ab')
    const form = new FormData()
    form.append('data', '{"json":1}')
    form.append('0', new File([content], 'a "quoted" ü.pdf', { type: 'application/pdf' }))
    form.append('1', new File(['short'], 'b.txt', { type: 'text/plain' }))
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const bytes = Buffer.from(await request.arrayBuffer())
    const body = reader.open(sent(bytes, { contentType: request.headers.get('content-type') }).source)
    const parsed = (await body.input(27 * MB)) as FormData
    expect([...parsed.keys()]).toEqual(['data', '0', '1'])
    expect(parsed.get('data')).toBe('{"json":1}')
    const [long, short] = [parsed.get('0') as File, parsed.get('1') as File]
    expect([long.name, long.type, long.size]).toEqual(['a "quoted" ü.pdf', 'application/pdf', content.length])
    expect(Buffer.from(await long.arrayBuffer()).equals(content)).toBe(true)
    expect(await short.text()).toBe('short')
    expect(filesLeft()).toHaveLength(1)
    await body.close()
    expect(filesLeft()).toEqual([])
  })

  test.each([
    ['no boundary', 'multipart/form-data', '--b\r\n\r\n--b--'],
    ['another boundary', 'multipart/form-data; boundary=c', '--b\r\n\r\n--b--'],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx'],
    ['a part without a name', 'multipart/form-data; boundary=b', '--b\r\nx: y\r\n\r\nx\r\n--b--'],
    ['too many parts', 'multipart/form-data; boundary=b', `${'--b\r\n\r\n\r\n'.repeat(60)}--b--`],
    [
      'a text too long',
      'multipart/form-data; boundary=b',
      `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(MB)}\r\n--b--`,
    ],
  ])('is refused as an invalid form: %s', async (_name, contentType, text) => {
    expect(
      await codeOf(
        readerWith()
          .open(sent(text, { contentType }).source)
          .input(4 * MB),
      ),
    ).toBe('request.malformed')
  })

  test('causes no server error when the connection breaks', async () => {
    async function* broken() {
      yield Buffer.from('{')
      throw new Error('aborted')
    }
    const { source } = sent('', { stream: broken(), contentLength: 10 })
    expect(await codeOf(readerWith().open(source).input(MB))).toBe('request.aborted')
  })
})

describe('bytes in flight', () => {
  const limits = { perAddress: 4 * MB, total: 6 * MB }

  test('are limited per address and in total, and released', async () => {
    const reader = readerWith({ diskLimits: limits })
    const first = reader.open(halfSent(3 * MB, KB))
    startReading(first.input(32 * MB))
    expect(reader.bytesInFlight).toBe(3 * MB)
    const ofSame = reader.open(halfSent(2 * MB, KB))
    await expect(ofSame.input(32 * MB)).rejects.toMatchObject({
      kind: 'rate_limited',
      code: 'request.too_many_bytes',
      details: { retry_after: expect.any(Number) },
    })
    const other = reader.open(halfSent(2 * MB, KB, '203.0.113.8'))
    startReading(other.input(32 * MB))
    const third = reader.open(halfSent(2 * MB, KB, '203.0.113.9'))
    await expect(third.input(32 * MB)).rejects.toMatchObject({ kind: 'unavailable', code: 'server.busy' })
    for (const body of [first, ofSame, other, third, first]) await body.close()
    expect(reader.bytesInFlight).toBe(0)
    startReading(reader.open(halfSent(4 * MB, KB)).input(32 * MB))
    expect(reader.bytesInFlight).toBe(4 * MB)
  })

  test('count an IPv6 network as one address', async () => {
    const reader = readerWith({ diskLimits: limits })
    startReading(reader.open(halfSent(3 * MB, KB, '2001:db8::1')).input(32 * MB))
    expect(await codeOf(reader.open(halfSent(3 * MB, KB, '2001:db8::ffff:2')).input(32 * MB))).toBe(
      'request.too_many_bytes',
    )
  })

  test('have separate budgets for small bodies, of anonymous and known callers', async () => {
    const reader = readerWith({ memoryLimits: { perAddress: 100 * KB, total: 150 * KB } })
    startReading(reader.open(halfSent(60 * KB, KB)).text())
    expect(await codeOf(reader.open(halfSent(60 * KB, KB)).text())).toBe('request.too_many_bytes')
    startReading(reader.open(halfSent(60 * KB, KB, '203.0.113.8')).text())
    expect(await codeOf(reader.open(halfSent(60 * KB, KB, '203.0.113.9')).text())).toBe('server.busy')
    startReading(reader.open(halfSent(3 * MB, KB)).input(32 * MB))
    expect(reader.bytesInFlight).toBe(120 * KB + 3 * MB)
    const text = 'x'.repeat(60 * KB)
    const { source } = sent(JSON.stringify(text), { address: '203.0.113.9' })
    expect(await reader.open(source).input(MB)).toBe(text)
  })

  test('are counted as they arrive when no length is declared', async () => {
    const reader = readerWith({ diskLimits: { perAddress: MB, total: MB } })
    const body = reader.open(sent('x'.repeat(3 * MB), { announce: false }).source)
    expect(await codeOf(body.input(32 * MB))).toBe('request.too_many_bytes')
    await body.close()
    expect(reader.bytesInFlight).toBe(0)
    expect(filesLeft()).toEqual([])
  })
})
