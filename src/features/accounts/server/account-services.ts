import { AppError } from '../../../kernel/app-error.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Database, Tx } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import type { Auth } from './auth.ts'
import type { AccountMail } from './email/account-mail.job.ts'
import type { GoogleIssuer } from './google/google-issuer.ts'

/** Limits the mails that strangers can have sent to one (lower-case) address. Security notices are not counted. */
export interface MailLimit {
  /** Counts a mail; false where the address has had enough. */
  admits(email: string): Promise<boolean>
  /** The same, but throws `rate_limited`. */
  require(email: string): Promise<void>
  /** Starts counting again, once the owner of the address has used a mailed link. */
  resetCount(email: string): Promise<void>
}

/** Services that the verbs of accounts use. */
export interface AccountServices {
  db: Database
  config: Config
  auth: Auth
  /** Null where signing in with Google is not set up. */
  google: GoogleIssuer | null
  events: EventBus
  storage: FileStorage
  trialDays: number
  mailLimit: MailLimit
  /** Queues a mail: within `tx` it is sent if and only if that commits. */
  sendMail(transaction: Tx | null, mail: AccountMail): Promise<void>
  /**
   * Returns the (lower-case) address that an invitation was emailed to while it can be accepted; else null. Injected by
   * wire.ts, since invitations come after accounts.
   */
  invitedAddress(transaction: Tx, invitation: string): Promise<string | null>
  /** Lets the new account in where the invitation leads, as far as that can be done now. */
  joinInvited(transaction: Tx, invitation: string, userId: string): Promise<void>
}

export const invalidField = (fieldPath: string, errorCode: string, message: string): AppError =>
  new AppError('invalid', errorCode, message, { details: { fields: [{ path: fieldPath, message }] } })

export const deadLink = (errorCode: string, message: string): AppError => new AppError('invalid', errorCode, message)
