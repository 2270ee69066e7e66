import type { Transporter } from 'nodemailer'
import { AppError } from '../../kernel/app-error.ts'
import { checkMail, type Mailer } from './mailer.ts'

/** Loaded with the first mail: the library takes longer to load than the rest of the server together. */
async function openTransport(o: { url: string; from: string }): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    {
      url: o.url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      dnsTimeout: 10_000,
    },
    { from: o.from, disableFileAccess: true, disableUrlAccess: true },
  )
}

/** Sends over SMTP with a small pool of connections. `url` may carry Nodemailer's options as its query. */
export function smtpMailer(o: { url: string; from: string }): Mailer {
  let opening: Promise<Transporter> | null = null
  return {
    async send(mail) {
      const { to, replyTo, subject, text, html } = checkMail(mail)
      try {
        opening ??= openTransport(o)
        const transport = await opening
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw new AppError('unavailable', 'mail.failed', 'The mail could not be sent. Please try again later.', {
          cause: error,
        })
      }
    },
    async close() {
      ;(await opening)?.close()
    },
  }
}
