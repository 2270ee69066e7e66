import { eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { WorkspaceContext } from './context.ts'
import { workspaces } from './workspaces.table.ts'

/** The billing user's plan is the workspace's plan. Read before the transaction that may break a limit; the count is taken inside it. */
export const accessOfWorkspace = (context: WorkspaceContext) =>
  systemTransaction(context.services.db, async (transaction) => {
    const [row] = await transaction
      .select({ billingUserId: workspaces.billingUserId })
      .from(workspaces)
      .where(eq(workspaces.id, context.workspaceId))
    if (!row) throw notFound('workspace')
    return accessOf(transaction, row.billingUserId, context.services)
  })
