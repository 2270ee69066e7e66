import { inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { Access } from '../../billing/contract.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { ListedWorkspace } from '../contract.ts'
import { workspacesOf } from './workspaces.queries.ts'
import { workspaces } from './workspaces.table.ts'

/** The workspaces a person belongs to, newest first, each with its billing user's plan. `tx` runs as the system role. */
export async function listWorkspaces(tx: Tx, userId: string, o: { billingOff: boolean }): Promise<ListedWorkspace[]> {
  const items = await workspacesOf(tx, userId)
  if (items.length === 0) return []
  const ids = items.map(({ id }) => id)
  const rows = await tx
    .select({ id: workspaces.id, billingUserId: workspaces.billingUserId })
    .from(workspaces)
    .where(inArray(workspaces.id, ids))
  const payers = new Map(rows.map((row) => [row.id, row.billingUserId]))
  const plans = new Map<string, Access['plan']>()
  for (const payer of new Set(payers.values())) plans.set(payer, (await accessOf(tx, payer, o)).plan)
  return items.map((item) => {
    const payer = payers.get(item.id) ?? ''
    return { ...item, plan: plans.get(payer) ?? 'none', billed_to_me: payer === userId }
  })
}
