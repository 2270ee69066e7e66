import { lockNamed } from '../../../platform/db/index.ts'
import { emit, type WorkspaceTransaction } from '../../workspaces/server/index.ts'

/** Locks the workspace's suggestions until the commit. */
export const lockSuggestions = ({ tx, workspaceId }: WorkspaceTransaction) =>
  lockNamed(tx, `suggestions:${workspaceId}`)

/** Notifies the dashboards. */
export const suggestionsChanged = (transaction: WorkspaceTransaction): Promise<void> =>
  emit(transaction, { type: 'suggestions.changed' })
