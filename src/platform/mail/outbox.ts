import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../kernel/ids.ts'
import { type Logger, maskAddress } from '../log/index.ts'
import { checkMail, type Mail, type Mailer, senderOf } from './mailer.ts'

/** Older mails are dropped: the outbox is for trying things out, not for keeping. */
const KEPT = 500
const FILE = /^[0-9a-f-]{36}\.json$/

export interface OutboxMail extends Mail {
  id: string
  from: string
  /** ISO 8601. */
  sent_at: string
}

const folderOf = (dataDir: string): string => join(dataDir, 'outbox')

/** Names of the outbox's files, newest first: their ids sort by time. */
async function outboxFiles(dataDir: string): Promise<string[]> {
  try {
    const names = await readdir(folderOf(dataDir))
    return names
      .filter((name) => FILE.test(name))
      .sort()
      .reverse()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Writes mails to files that `/dev/outbox` shows, for an instance without a mail server. */
export function outboxMailer(options: { dataDir: string; from: string; log: Logger }): Mailer {
  return {
    async send(mail) {
      const { to, subject, text, html, replyTo, author, priority, unsubscribeUrl } = checkMail(mail)
      const id = newId()
      const entry: OutboxMail = {
        id,
        from: author ? `${author} <${senderOf(options.from).address}>` : options.from,
        to,
        subject,
        text,
        html,
        replyTo,
        priority,
        unsubscribeUrl,
        sent_at: new Date().toISOString(),
      }
      const path = join(folderOf(options.dataDir), `${id}.json`)
      await mkdir(folderOf(options.dataDir), { recursive: true })
      await writeFile(`${path}.new`, JSON.stringify(entry, null, 2), { mode: 0o600 })
      await rename(`${path}.new`, path)
      options.log.info({ mail_id: id, recipient: maskAddress(to) }, 'Mail written to /dev/outbox')
      for (const name of (await outboxFiles(options.dataDir)).slice(KEPT))
        await rm(join(folderOf(options.dataDir), name), { force: true })
    },
    async check() {},
    async close() {},
  }
}

/** The outbox's mails, newest first. */
export async function listOutbox(dataDir: string, limit = 100): Promise<OutboxMail[]> {
  const names = (await outboxFiles(dataDir)).slice(0, limit)
  const mails = await Promise.all(
    names.map(async (name) => {
      // Another process may delete the oldest at the same time.
      const text = await readFile(join(folderOf(dataDir), name), 'utf8').catch(() => null)
      return text === null ? null : (JSON.parse(text) as OutboxMail)
    }),
  )
  return mails.filter((mail) => mail !== null)
}
