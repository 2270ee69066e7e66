import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSmtpServer } from '../../../tests/support/mail/smtp-server.ts'
import { startSilentServer } from '../../../tests/support/network/silent-server.ts'
import { createLogger, silentLogger } from '../log/index.ts'
import { createMailer, listOutbox, type Mail } from './index.ts'
import { smtpMailer } from './smtp-mailer.ts'

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mail-'))
})
afterEach(() => rm(dir, { recursive: true }))

const FROM = 'Help <help@example.com>'
const MAIL: Mail = {
  to: 'ada@example.org',
  subject: 'Grüße',
  text: 'Hello',
  html: '<p>Hello</p>',
  replyTo: 'x@example.net',
}

const smuggling: [string, Partial<Mail>][] = [
  ['a second recipient', { to: 'a@example.org, b@example.org' }],
  ['a line break in the address', { to: 'a@example.org\r\nBcc: b@example.org' }],
  ['a display name', { to: 'A <a@example.org>' }],
  ['a group', { to: 'all:a@example.org' }],
  ['no address', { to: '' }],
  ['a line break in the reply address', { replyTo: 'a@example.org\nBcc: b@example.org' }],
  ['a line break in the subject', { subject: 'Hi\r\nBcc: b@example.org' }],
  ['a NUL in the subject', { subject: 'Hi\0' }],
  ['a line break in the author', { author: 'Ada\r\nBcc: b@example.org' }],
  ['a line break in the address to unsubscribe at', { unsubscribeUrl: 'https://a.example/x\r\nBcc: b@example.org' }],
  ['another header after that address', { unsubscribeUrl: 'https://a.example/x>, <mailto:b@example.org' }],
  ['a line break in the id', { id: 'a\r\nBcc: b@example.org' }],
]

describe('mail over SMTP', () => {
  test('arrives with its headers', async () => {
    const server = await startSmtpServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    try {
      await mailer.send(MAIL)
      expect(server.received).toHaveLength(1)
      expect(server.received[0]).toMatchObject({ from: 'help@example.com', to: ['ada@example.org'] })
      const source = server.received[0]?.source ?? ''
      expect(source).toContain('From: Help <help@example.com>')
      expect(source).toContain('Reply-To: x@example.net')
      expect(source).toContain('Auto-Submitted: auto-generated')
      expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
      expect(source).toContain('<p>Hello</p>')
      expect(await readdir(dir)).toEqual([])
    } finally {
      await mailer.close()
      await server.close()
    }
  })

  test('has priority headers only when it has priority', async () => {
    const server = await startSmtpServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    try {
      await mailer.send({ ...MAIL, priority: 'high' })
      await mailer.send(MAIL)
      const [first, second] = server.received.map(({ source }) => source)
      expect(first).toMatch(/^X-Priority: 1\b/m)
      expect(first).toMatch(/^Importance: high$/im)
      expect(second).not.toMatch(/^(X-Priority|Importance):/im)
    } finally {
      await mailer.close()
      await server.close()
    }
  })

  test('has one-click unsubscribe headers (RFC 8058) when it can be unsubscribed from', async () => {
    const server = await startSmtpServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    const unsubscribeUrl = `https://help.example.com/digest/unsubscribe?token=${'t'.repeat(60)}`
    try {
      await mailer.send({ ...MAIL, unsubscribeUrl })
      await mailer.send(MAIL)
      const [first, second] = server.received.map(({ source }) => source)
      expect(first).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
      expect(first).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      expect(first).toContain('Auto-Submitted: auto-generated')
      expect(second).not.toContain('List-Unsubscribe')
    } finally {
      await mailer.close()
      await server.close()
    }
  })

  test('fails with `mail.failed` for a refused recipient and an unavailable server', async () => {
    const server = await startSmtpServer({ refuse: true })
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    await expect(mailer.send(MAIL)).rejects.toMatchObject({ kind: 'unavailable', code: 'mail.failed' })
    await mailer.close()
    await server.close()
    const nobody = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    await expect(nobody.send(MAIL)).rejects.toMatchObject({ kind: 'unavailable', code: 'mail.failed' })
    await nobody.close()
  })

  test('is checked without sending an email', async () => {
    const server = await startSmtpServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    await expect(mailer.check()).resolves.toBe(undefined)
    await mailer.close()
    expect(server.received).toEqual([])
    await server.close()
    const nobody = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', mailFrom: FROM, dataDir: dir }, silentLogger)
    await expect(nobody.check()).rejects.toMatchObject({ kind: 'unavailable', code: 'mail.failed' })
    await nobody.close()
  })

  test('has a member’s name and its own id, without marks of automatic mail', async () => {
    const server = await startSmtpServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    try {
      await mailer.send({ ...MAIL, author: 'Zoë at Woven, Goods', id: '0199-abc' })
      const source = server.received[0]?.source ?? ''
      expect(server.received[0]?.from).toBe('help@example.com')
      expect(source).toMatch(/^From: (=\?UTF-8\?.+|".+") <help@example.com>$/m)
      expect(source).toContain('Message-ID: <0199-abc@example.com>')
      expect(source).not.toContain('Auto-Submitted')
    } finally {
      await mailer.close()
      await server.close()
    }
  })

  test('has a timeout for a server that does not respond, and is not delivered', async () => {
    const server = await startSilentServer()
    const mailer = smtpMailer({ url: `smtp://${server.host}`, from: FROM, patienceMs: 50 })
    try {
      await expect(mailer.send(MAIL)).rejects.toMatchObject({ kind: 'unavailable', code: 'mail.failed' })
      await expect(mailer.check()).rejects.toMatchObject({ kind: 'unavailable', code: 'mail.failed' })
    } finally {
      await mailer.close()
      await server.close()
    }
  })

  test('has an unknown state after the server disconnects, and is not sent again', async () => {
    const server = await startSmtpServer({ hangUp: true })
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    try {
      await expect(mailer.send(MAIL)).rejects.toMatchObject({ kind: 'unavailable', code: 'mail.unknown' })
      expect(server.received).toHaveLength(1)
    } finally {
      await mailer.close()
      await server.close()
    }
  })

  test.each(smuggling)('is refused before connecting: %s', async (_name, change) => {
    const server = await startSmtpServer()
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: FROM, dataDir: dir }, silentLogger)
    try {
      await expect(mailer.send({ ...MAIL, ...change })).rejects.toMatchObject({ kind: 'invalid' })
      expect(server.received).toEqual([])
    } finally {
      await mailer.close()
      await server.close()
    }
  })
})

describe('the outbox of a local instance', () => {
  test('stores complete emails, newest first, readable by this user only', async () => {
    const mailer = createMailer({ smtpUrl: null, mailFrom: FROM, dataDir: dir }, silentLogger)
    expect(await listOutbox(dir)).toEqual([])
    await mailer.send(MAIL)
    await mailer.send({ to: 'b@example.org', subject: 'Second', text: 'Two' })
    const mails = await listOutbox(dir)
    expect(mails.map((mail) => mail.subject)).toEqual(['Second', 'Grüße'])
    expect(mails[1]).toMatchObject({ ...MAIL, from: FROM, sent_at: expect.stringMatching(/^\d{4}-.*Z$/) })
    expect(await listOutbox(dir, 1)).toHaveLength(1)
    for (const name of await readdir(join(dir, 'outbox'))) {
      expect((await stat(join(dir, 'outbox', name))).mode & 0o777).toBe(0o600)
    }
  })

  test('logs the file, without recipient and content', async () => {
    const lines: string[] = []
    const log = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) })
    await createMailer({ smtpUrl: null, mailFrom: FROM, dataDir: dir }, log).send({
      ...MAIL,
      text: 'reset?access_token=abc',
    })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'Mail written to /dev/outbox',
      recipient: 'a…(at)example.org',
    })
    // The id is made of digits and letters that may say anything.
    expect(lines[0]?.replace(/"mail_id":"[^"]*"/, '')).not.toMatch(/ada|abc|Grüße/)
  })

  test.each(smuggling)('refuses %s', async (_name, change) => {
    const mailer = createMailer({ smtpUrl: null, mailFrom: FROM, dataDir: dir }, silentLogger)
    await expect(mailer.send({ ...MAIL, ...change })).rejects.toMatchObject({ kind: 'invalid' })
    expect(await listOutbox(dir)).toEqual([])
  })
})
