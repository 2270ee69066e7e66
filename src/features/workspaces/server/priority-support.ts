import { eq } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { WorkspaceServices } from './context.ts'
import { workspaceMembers, workspaces } from './workspaces.table.ts'

/**
 * Returns true when the plan of a user, or of a workspace they belong to, includes priority support. Depends on the
 * user only: no request names the workspace.
 */
export const hasPrioritySupport = (services: WorkspaceServices, userId: string): Promise<boolean> =>
  systemTransaction(services.db, async (transaction) => {
    const payerRows = await transaction
      .selectDistinct({ payerId: workspaces.billingUserId })
      .from(workspaces)
      .innerJoin(workspaceMembers, eq(workspaceMembers.workspaceId, workspaces.id))
      .where(eq(workspaceMembers.userId, userId))
    for (const payerId of new Set([userId, ...payerRows.map((payerRow) => payerRow.payerId)]))
      if ((await accessOf(transaction, payerId, services)).limits.priority_support) return true
    return false
  })
