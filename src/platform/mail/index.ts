import type { Logger } from '../log/index.ts'
import type { Mailer } from './mailer.ts'
import { outboxMailer } from './outbox.ts'
import { smtpMailer } from './smtp-mailer.ts'

export type { Mail, Mailer } from './mailer.ts'
export { listOutbox, type OutboxMail } from './outbox.ts'

/** SMTP when it is configured; otherwise, which only a local instance may be, the outbox in the data folder. */
export function createMailer(
  config: { smtpUrl: string | null; mailFrom: string; dataDir: string },
  log: Logger,
): Mailer {
  if (config.smtpUrl !== null) return smtpMailer({ url: config.smtpUrl, from: config.mailFrom })
  return outboxMailer({ dataDir: config.dataDir, from: config.mailFrom, log })
}
