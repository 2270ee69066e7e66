import type { Transporter } from 'nodemailer'
import { AppError } from '../../kernel/app-error.ts'
import { checkMail, type Mailer, senderOf } from './mailer.ts'

interface Server {
  url: string
  from: string
  /**
   * Timeout in milliseconds while the server is silent: ten seconds until its greeting, twice that afterwards, by
   * default.
   */
  patienceMs?: number
}

/** Loaded with the first mail: the library takes longer to load than the rest of the server together. */
async function openTransport(options: Server): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    {
      url: options.url,
      pool: true,
      maxConnections: 3,
      connectionTimeout: options.patienceMs ?? 10_000,
      greetingTimeout: options.patienceMs ?? 10_000,
      socketTimeout: options.patienceMs ? options.patienceMs * 2 : 20_000,
      dnsTimeout: options.patienceMs ?? 10_000,
    },
    { from: options.from, disableFileAccess: true, disableUrlAccess: true },
  )
}

/** Nodemailer's codes for an email that never reached the server. */
const UNREACHED = new Set(['EDNS', 'EAUTH', 'ETLS', 'EREQUIRETLS', 'EENVELOPE', 'ECONFIG', 'EOAUTH2', 'ENOAUTH'])
const NO_SERVER = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
const BEFORE_SENDING = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT'])

/** Returns true when the email was certainly not accepted: the server said so or was unreachable. */
function wasRefused(error: unknown): boolean {
  const { code, originalCode, responseCode, timeoutType, command } = error as Record<string, unknown>
  return (
    typeof responseCode === 'number' ||
    UNREACHED.has(String(code)) ||
    NO_SERVER.has(String(originalCode ?? code)) ||
    BEFORE_SENDING.has(String(timeoutType)) ||
    // The pool gave up: it tries again only where not a byte of the mail had left.
    (code === 'ECONNECTION' && command === undefined)
  )
}

/** By which a mail program ends such mails with one click. */
const unsubscribeHeaders = (url: string) => ({
  // A folded address is read as two.
  'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Sends over SMTP with a small pool of connections. `url` may carry Nodemailer's options as its query. */
export function smtpMailer(options: Server): Mailer {
  let opening: Promise<Transporter> | null = null
  return {
    async send(mail) {
      const { to, replyTo, subject, text, html, author, id, priority, unsubscribeUrl } = checkMail(mail)
      const { address } = senderOf(options.from)
      try {
        opening ??= openTransport(options)
        const transport = await opening
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          ...(id === undefined ? {} : { messageId: `<${id}@${address.split('@').at(-1)}>` }),
          ...(priority === undefined ? {} : { priority }),
          ...(author === undefined ? {} : { from: { name: author, address } }),
          headers: {
            ...(author === undefined ? { 'Auto-Submitted': 'auto-generated' } : {}),
            ...(unsubscribeUrl === undefined ? {} : unsubscribeHeaders(unsubscribeUrl)),
          },
        })
      } catch (error) {
        throw wasRefused(error)
          ? new AppError('unavailable', 'mail.failed', 'The email could not be sent. Please try again later.', {
              cause: error,
            })
          : new AppError(
              'unavailable',
              'mail.unknown',
              'The connection to the mail server was lost while the email was sent.',
              {
                cause: error,
              },
            )
      }
    },
    async check() {
      try {
        opening ??= openTransport(options)
        await (await opening).verify()
      } catch (cause) {
        throw new AppError('unavailable', 'mail.failed', 'The mail server of SMTP_URL does not accept mails.', {
          cause,
        })
      }
    },
    async close() {
      ;(await opening)?.close()
    },
  }
}
