import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { missingSecondFactor, type SignedIn, users } from '../../accounts/server/index.ts'
import type { Access } from '../../billing/contract.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { ListedWorkspace } from '../contract.ts'
import { workspacesOf } from './workspaces.queries.ts'
import { workspaces } from './workspaces.table.ts'

/** The workspaces a person belongs to, newest first, each with its billing user's plan and what keeps them out. `tx` runs as the system role. */
export async function listWorkspaces(
  transaction: Tx,
  { userId, sessionId }: SignedIn,
  options: { billingOff: boolean },
): Promise<ListedWorkspace[]> {
  const items = await workspacesOf(transaction, userId)
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const rows = await transaction
    .select({
      id: workspaces.id,
      billingUserId: workspaces.billingUserId,
      secondFactorRequired: workspaces.secondFactorRequired,
    })
    .from(workspaces)
    .where(inArray(workspaces.id, ids))
  const [me] = await transaction
    .select({ missing: missingSecondFactor(sessionId) })
    .from(users)
    .where(eq(users.id, userId))
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const plans = new Map<string, Access['plan']>()
  for (const payer of new Set(rows.map((row) => row.billingUserId)))
    plans.set(payer, (await accessOf(transaction, payer, options)).plan)
  return items.map((item) => {
    const row = rowsById.get(item.id)
    return {
      ...item,
      plan: plans.get(row?.billingUserId ?? '') ?? 'none',
      billed_to_me: row?.billingUserId === userId,
      second_factor_missing: row?.secondFactorRequired ? (me?.missing ?? null) : null,
    }
  })
}
