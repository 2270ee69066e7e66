// The mails of a local instance, as /dev/outbox shows them.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'

export interface SentMail {
  to: string
  subject: string
  text: string
  from?: string
  replyTo?: string
  priority?: string
}

async function mailsTo(dataDir: string, email: string): Promise<SentMail[]> {
  const folder = path.join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const mails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as SentMail),
  )
  return mails.filter(({ to }) => to === email).reverse()
}

/** Waits until the address got a mail whose subject fits, and returns the newest. */
export async function mailTo(app: { dataDir: string }, email: string, subject: RegExp): Promise<SentMail> {
  const find = async () => (await mailsTo(app.dataDir, email)).find((mail) => subject.test(mail.subject))
  await expect.poll(find, `a mail to ${email} about ${subject}`).toBeDefined()
  const mail = await find()
  if (!mail) throw new Error('a mail just seen is gone')
  return mail
}

/** The link in a mail, as path and query. */
export function linkIn(mail: { text: string }): string {
  const found = /https?:\/\/[^\s/]+(\/(?:auth\/|invitation\?)\S+)/.exec(mail.text)?.[1]
  if (!found) throw new Error(`There is no link in: ${mail.text}`)
  return found
}
