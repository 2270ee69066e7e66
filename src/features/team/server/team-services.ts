import type { Tx } from '../../../platform/db/index.ts'
import type { MailLimit } from '../../accounts/server/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'
import type { TeamMail } from './team-mail.job.ts'

/** What the verbs of teams work with besides their context. */
export interface TeamServices {
  workspaces: WorkspaceServices
  /** What may be read: the present key first. */
  secretKeys: readonly string[]
  mailLimit: MailLimit
  /** Queues a mail: it is sent if and only if the transaction commits. */
  sendMail(tx: Tx, mail: TeamMail): Promise<void>
}
