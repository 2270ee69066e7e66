import { eq } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../context.ts'
import { workspaces } from '../workspaces.table.ts'

/** Makes other changes of the workspace's own row wait until this transaction ends. */
export const lockWorkspace = async ({
  tx,
  workspaceId,
}: Pick<WorkspaceTransaction, 'tx' | 'workspaceId'>): Promise<void> => {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for('no key update')
}
