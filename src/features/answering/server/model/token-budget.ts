import { sql } from 'drizzle-orm'
import type { ModelUsage } from '../../../../platform/llm/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import type { ModelUsageReport } from '../../contract.ts'
import { BUDGET_WARNING_SHARE } from '../../contract.ts'
import { modelUsage } from '../answering.table.ts'

interface MonthRow extends Record<string, unknown> {
  used: number
  own: number | null
  warned: boolean
  month_ends: string
}

/** Tokens of the current calendar month, in UTC, and the workspace's own limit. */
async function readMonth({ tx, workspaceId }: WorkspaceTransaction): Promise<MonthRow> {
  const { rows } = await tx.execute<MonthRow>(
    sql`select w.monthly_tokens::float8 as own, coalesce(sum(u.input_tokens + u.output_tokens), 0)::float8 as used,
          coalesce(bool_or(u.warned), false) as warned,
          to_char(date_trunc('month', now() at time zone 'utc') + interval '1 month', 'YYYY-MM-DD') as month_ends
        from workspaces w
        left join model_usage u on u.workspace_id = w.id
          and u.day >= date_trunc('month', now() at time zone 'utc')::date
        where w.id = ${workspaceId} group by w.monthly_tokens`,
  )
  return rows[0] ?? { used: 0, own: null, warned: false, month_ends: '' }
}

/** The lower of the workspace's own limit and the instance's; null when there is neither. */
function budgetOf(ownBudget: number | null, maximum: number | null): number | null {
  const budgetLimits = [ownBudget, maximum].filter((limit) => limit !== null)
  return budgetLimits.length > 0 ? Math.min(...budgetLimits) : null
}

/** @param maximum the instance's limit for each workspace */
export const modelUsageReport = (context: WorkspaceContext, maximum: number | null): Promise<ModelUsageReport> =>
  inReadTransaction(context, async (transaction) => {
    const { used, own, month_ends } = await readMonth(transaction)
    return { used, budget: budgetOf(own, maximum), maximum, month_ends }
  })

/** True once the month's tokens are used up; calls that run at that moment are completed. */
export async function isBudgetUsedUp(context: WorkspaceContext, maximum: number | null): Promise<boolean> {
  const { used, budget } = await modelUsageReport(context, maximum)
  return budget !== null && used >= budget
}

const currentDay = sql`(now() at time zone 'utc')::date`

/**
 * Adds a call of the model to what the workspace has used on this day, in UTC. The first call of a month that reaches
 * the warning's share of the budget emits `model.budget_near`.
 */
export const addModelUsage = (
  context: WorkspaceContext,
  { inputTokens, outputTokens }: ModelUsage,
  maximum: number | null,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    // The row's lock orders the calls of a day, so that one of them sees the share reached first.
    await tx
      .insert(modelUsage)
      .values({ workspaceId, day: currentDay, calls: 1, inputTokens, outputTokens })
      .onConflictDoUpdate({
        target: [modelUsage.workspaceId, modelUsage.day],
        set: {
          calls: sql`${modelUsage.calls} + 1`,
          inputTokens: sql`${modelUsage.inputTokens} + excluded.input_tokens`,
          outputTokens: sql`${modelUsage.outputTokens} + excluded.output_tokens`,
        },
      })
    const { used, own, warned } = await readMonth(transaction)
    const budget = budgetOf(own, maximum)
    if (budget === null || warned || used < budget * BUDGET_WARNING_SHARE) return
    await tx.execute(
      sql`update model_usage set warned = true where workspace_id = ${workspaceId} and day = ${currentDay}`,
    )
    await emit(transaction, { type: 'model.budget_near', used, budget })
  })
