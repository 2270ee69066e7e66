import type { WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import type { DigestSection } from '../../domain/digest/digest-mail.ts'

export interface DigestPeriod {
  from: Date
  until: Date
}

/** What a digest says of one kind of thing; null where there is nothing to say. */
export type DigestPart = (ctx: WorkspaceTransaction, period: DigestPeriod) => Promise<DigestSection | null>
