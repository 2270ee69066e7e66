import { eq } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { WorkspaceServices } from './context.ts'
import { workspaceMembers, workspaces } from './workspaces.table.ts'

/**
 * Whether a person's own plan, or that of a workspace they are a member of, includes priority support. It follows from the
 * person alone: no request names the workspace.
 */
export const hasPrioritySupport = (services: WorkspaceServices, userId: string): Promise<boolean> =>
  systemTransaction(services.db, async (tx) => {
    const rows = await tx
      .selectDistinct({ payerId: workspaces.billingUserId })
      .from(workspaces)
      .innerJoin(workspaceMembers, eq(workspaceMembers.workspaceId, workspaces.id))
      .where(eq(workspaceMembers.userId, userId))
    for (const payerId of new Set([userId, ...rows.map((row) => row.payerId)]))
      if ((await accessOf(tx, payerId, services)).limits.priority_support) return true
    return false
  })
