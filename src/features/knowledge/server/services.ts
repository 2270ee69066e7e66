import type { Tx } from '../../../platform/db/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'
import type { Readers } from './crawl/visit-page.ts'
import type { ImageServices } from './images/source-images.ts'

/** Services that knowledge uses: file storage, parsers, and the queue. */
export interface KnowledgeServices extends Readers, ImageServices {
  workspaces: WorkspaceServices
  /** For one request of a crawl, in milliseconds; for tests. */
  timeLimitMs?: number
  /** Turn of a crawl while others wait, in milliseconds; for tests. */
  turnMs?: number
  /** Queues the reading of an uploaded file, within the transaction. */
  queueReading(transaction: Tx, document: { workspace_id: string; source_id: string }): Promise<void>
  /** Takes back what was queued for documents that are gone. */
  withdraw(documentIds: string[]): Promise<void>
  /** Hosts that may be read although they are private. */
  allowHosts: readonly string[]
  /** Queues the crawls of a workspace, within the transaction. */
  queueCrawl(transaction: Tx, workspace: { workspace_id: string }): Promise<void>
}
