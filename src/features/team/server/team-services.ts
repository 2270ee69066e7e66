import type { Tx } from '../../../platform/db/index.ts'
import type { MailLimit } from '../../accounts/server/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'
import type { TeamMail } from './team-mail.job.ts'

/** Services that the verbs of teams use. */
export interface TeamServices {
  workspaces: WorkspaceServices
  /** Keys for reading; the current one first. */
  secretKeys: readonly string[]
  mailLimit: MailLimit
  /** Queues a mail: it is sent if and only if the transaction commits. */
  sendMail(transaction: Tx, mail: TeamMail): Promise<void>
}
