import type { AnsweringServices } from '../../answering/server/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'

export interface LoopServices {
  workspaces: WorkspaceServices
  /** As visitors are answered. */
  answering: AnsweringServices
}
