import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { missingSecondFactor, type SignedIn, users } from '../../accounts/server/index.ts'
import type { Access } from '../../billing/contract.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { ListedWorkspace } from '../contract.ts'
import { workspacesOf } from './workspaces.queries.ts'
import { workspaces } from './workspaces.table.ts'

/**
 * The workspaces a person belongs to, newest first, each with its billing user's plan and what keeps them out.
 * `transaction` runs as the system role.
 */
export async function listWorkspaces(
  transaction: Tx,
  { userId, sessionId }: SignedIn,
  listOptions: { billingOff: boolean },
): Promise<ListedWorkspace[]> {
  const ownWorkspaces = await workspacesOf(transaction, userId)
  if (ownWorkspaces.length === 0) return []
  const workspaceIds = ownWorkspaces.map(({ id }) => id)
  const billingRows = await transaction
    .select({
      id: workspaces.id,
      billingUserId: workspaces.billingUserId,
      secondFactorRequired: workspaces.secondFactorRequired,
    })
    .from(workspaces)
    .where(inArray(workspaces.id, workspaceIds))
  const [me] = await transaction
    .select({ missing: missingSecondFactor(sessionId) })
    .from(users)
    .where(eq(users.id, userId))
  const rowsById = new Map(billingRows.map((billingRow) => [billingRow.id, billingRow]))
  const planByPayer = new Map<string, Access['plan']>()
  for (const payerId of new Set(billingRows.map((billingRow) => billingRow.billingUserId)))
    planByPayer.set(payerId, (await accessOf(transaction, payerId, listOptions)).plan)
  return ownWorkspaces.map((workspace) => {
    const billingRow = rowsById.get(workspace.id)
    return {
      ...workspace,
      plan: planByPayer.get(billingRow?.billingUserId ?? '') ?? 'none',
      billed_to_me: billingRow?.billingUserId === userId,
      second_factor_missing: billingRow?.secondFactorRequired ? (me?.missing ?? null) : null,
    }
  })
}
