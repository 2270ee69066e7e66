import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { DigestSection } from '../domain/digest-mail.ts'

export interface DigestPeriod {
  from: Date
  until: Date
}

/** One section of a digest; null when there is nothing to report. */
export type DigestPart = (transaction: WorkspaceTransaction, period: DigestPeriod) => Promise<DigestSection | null>
