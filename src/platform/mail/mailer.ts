import { AppError } from '../../kernel/app-error.ts'

export interface Mail {
  /** One address. */
  to: string
  subject: string
  text: string
  html?: string
  /** One address. */
  replyTo?: string
}

export interface Mailer {
  /**
   * Resolves when the mail is accepted for delivery. Throws `invalid`, `mail.address` or `mail.subject`, for what
   * cannot stand in a header, and `unavailable`, `mail.failed`, when the server did not take it.
   */
  send(mail: Mail): Promise<void>
  /** Lets go of its connections. */
  close(): Promise<void>
}

// One address without display name: commas, angle brackets and line breaks would add recipients or headers.
const ADDRESS = /^[^\s@<>,;:"()[\]\\\p{Cc}]{1,64}@[^\s@<>,;:"()[\]\\\p{Cc}]{1,255}$/u

/** Returns the mail unchanged, or throws when a value could smuggle in a header. */
export function checkMail(mail: Mail): Mail {
  for (const address of [mail.to, ...(mail.replyTo === undefined ? [] : [mail.replyTo])]) {
    if (!ADDRESS.test(address)) throw new AppError('invalid', 'mail.address', 'This is not a mail address.')
  }
  if (/\p{Cc}/u.test(mail.subject)) throw new AppError('invalid', 'mail.subject', 'The subject must be one line.')
  return mail
}
