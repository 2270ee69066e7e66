import { AppError } from '../../kernel/app-error.ts'

export interface Mail {
  /** One address. */
  to: string
  subject: string
  text: string
  html?: string
  /** One address. */
  replyTo?: string
  /** Name of the author, one line: the sender's display name. An email without author is marked as automated. */
  author?: string
  /** Id in the Message-ID, so that recipients recognize a duplicate. Letters, digits and `-`. */
  id?: string
  /** Mail programs can show it first: `Importance: High` and `X-Priority: 1`. */
  priority?: 'high'
  /**
   * URL whose POST ends such emails without signing in; mail clients offer it as a button (RFC 8058). Includes the
   * scheme.
   */
  unsubscribeUrl?: string
}

export interface Mailer {
  /**
   * Resolves when the mail is accepted for delivery. Throws `invalid`, `mail.address`, `.subject`, `.author`, `.id` or `.unsubscribe`, for what
   * cannot stand in a header; `unavailable`, `mail.failed`, when the server did not take it; and `unavailable`,
   * `mail.unknown`, when the connection was lost on the way, so that it may or may not have taken it.
   */
  send(mail: Mail): Promise<void>
  /** Resolves when a mail could be sent: the server answers and accepts the sign-in. Throws `unavailable`, `mail.failed`. */
  check(): Promise<void>
  /** Lets go of its connections. */
  close(): Promise<void>
}

// One address without display name: commas, angle brackets and line breaks would add recipients or headers.
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,255}$/u

/** Returns the mail unchanged, or throws when a value could smuggle in a header. */
export function checkMail(mail: Mail): Mail {
  for (const address of [mail.to, ...(mail.replyTo === undefined ? [] : [mail.replyTo])]) {
    if (!ADDRESS.test(address)) throw new AppError('invalid', 'mail.address', 'This is not a valid email address.')
  }
  if (/\p{Cc}/u.test(mail.subject)) throw new AppError('invalid', 'mail.subject', 'The subject must be one line.')
  if (/\p{Cc}/u.test(mail.author ?? '')) throw new AppError('invalid', 'mail.author', 'The author must be one line.')
  if (!/^[\da-z-]*$/iu.test(mail.id ?? '')) throw new AppError('invalid', 'mail.id', 'This cannot name a mail.')
  if (!/^(https?:\/\/[^\s<>\p{Cc}]+)?$/u.test(mail.unsubscribeUrl ?? ''))
    throw new AppError('invalid', 'mail.unsubscribe', 'This is not an address to unsubscribe at.')
  return mail
}

/** `Name <address>` or an address, in its parts. */
export function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/u.exec(from) ?? []
  return { name, address }
}
