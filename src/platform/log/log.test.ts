import { describe, expect, test } from 'vitest'
import { longTexts } from '../../../tests/support/content/long-texts.ts'
import { createLogger, type Logger, maskAddress, redactLine } from './index.ts'

function capture(): { log: Logger; lines: () => Record<string, unknown>[]; text: () => string } {
  const written: string[] = []
  const log = createLogger({ logLevel: 'debug' }, { write: (line) => written.push(line) })
  return { log, lines: () => written.map((line) => JSON.parse(line)), text: () => written.join('') }
}

test("the log has one JSON object per line, with level, ISO time and the child's fields", () => {
  const { log, lines } = capture()
  log.child({ request_id: 'r1' }).info({ rows: 3 }, 'Read')
  log.trace('below the level')
  expect(lines()).toHaveLength(1)
  expect(lines()[0]).toMatchObject({ level: 'info', request_id: 'r1', rows: 3, msg: 'Read' })
  expect(new Date(String(lines()[0]?.time)).toISOString()).toBe(lines()[0]?.time)
})

test('line breaks in a value start no new entry', () => {
  const { log, text } = capture()
  const forged = 'x\r\n{"level":"info","msg":"A session began"}\u2028'
  log.info({ path: forged, err: new Error(forged) }, forged)
  expect(text().match(/\n/g)).toHaveLength(1)
  expect(JSON.parse(text())).toMatchObject({ path: forged, msg: forged })
})

describe('the log masks secrets', () => {
  const secret = 'hunter2"\\x'
  test.each([
    ['by key', { password: secret }],
    [
      'in a nested object',
      { a: { b: [{ headers: { Authorization: secret, Cookie: secret, 'Set-Cookie': [secret, secret] } }] } },
    ],
    [
      'in any spelling',
      { apiKey: secret, api_key: secret, accessToken: secret, refresh_token: secret, clientSecret: secret },
    ],
    ['JSON as text', { body: JSON.stringify({ token: 'hunter2', other: JSON.stringify({ password: 'hunter2' }) }) }],
    ['in an address', { url: 'https://a.example/reset?access_token=hunter2&type=recovery' }],
    ['in a connection string', { url: 'postgres://app:hunter2@db.example/app' }],
    ['a bearer header as text', { text: 'sent Bearer hunter2hunter2' }],
  ])('%s', (_name, fields) => {
    const { log, lines, text } = capture()
    log.info({ ...fields, kept: 'yes' }, 'Done')
    expect(text()).not.toContain('hunter2')
    expect(text()).toContain('[redacted]')
    expect(lines()[0]).toMatchObject({ kept: 'yes', msg: 'Done' })
  })

  test('in the fields of a child', () => {
    const { log, lines } = capture()
    log.child({ token: 'hunter2' }).warn('x')
    expect(lines()[0]?.token).toBe('[redacted]')
  })

  test('as email addresses in messages, fields and errors with their causes', () => {
    const { log, lines, text } = capture()
    const cause = Object.assign(new Error('duplicate'), { detail: 'Key (email)=(ada@example.com) already exists.' })
    log.error({ err: new Error('Failed for ada@example.com', { cause }), email: 'ada' }, 'No mail to ada@example.com')
    expect(text()).not.toContain('ada')
    expect(lines()[0]?.msg).toBe('No mail to [email]')
  })

  test("as parameters of a failed query, but not the error's stack", () => {
    const { log, lines, text } = capture()
    const error = new Error('Failed query: insert into t values ($1)\nparams: my private "question"\nwith two lines')
    log.error({ err: error }, 'Query failed')
    expect(text()).not.toContain('private')
    expect(text()).not.toContain('two lines')
    expect(lines()[0]?.err).toMatchObject({ type: 'Error', stack: expect.stringContaining('log.test.ts') })
  })
})

test('maskAddress keeps the domain', () => {
  expect(maskAddress('ada@example.com')).toBe('a…(at)example.com')
  expect(maskAddress('nonsense')).toBe('[redacted]')
})

test('a line of any length is truncated quickly', () => {
  for (const [name, text] of longTexts(100_000))
    expect(redactLine(JSON.stringify({ path: text })).length, name).toBeGreaterThan(0)
  expect(redactLine('{"url":"postgres://loom:hush@db/x"}')).toBe('{"url":"postgres://loom:[redacted]@db/x"}')
})
