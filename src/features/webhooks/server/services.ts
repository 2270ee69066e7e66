import type { Jobs } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { SealedTexts } from '../../../platform/sealed-texts/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'

export interface WebhookServices {
  workspaces: WorkspaceServices
  jobs: () => Jobs
  mailer: Mailer
  appUrl: URL
  sealed: SealedTexts
  /** Hosts of the network that the operator allows to be called. */
  allowHosts: readonly string[]
}
