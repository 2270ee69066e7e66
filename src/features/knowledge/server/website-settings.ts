import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  contentChanged,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { PAGES_OF_PLAN, type Website, type websiteSettingsInput } from '../contract.ts'
import { websites } from './knowledge.table.ts'
import { sourcesChanged } from './source-rows.ts'
import { ofWebsite, readOnTheWire, readWebsite } from './website-rows.ts'

/** Returns the maximum number of pages of a website for the plan's FAQ limit; null means unlimited. */
export const pagesOfPlan = (limits: { faqs: number | null }): number =>
  limits.faqs === null ? PAGES_OF_PLAN.unlimited : PAGES_OF_PLAN.limited

/** Writes when a website is read next by itself, counted from now. */
export async function planNextSync(ctx: WorkspaceTransaction, id: string): Promise<void> {
  const never = eq(websites.syncEvery, 'never')
  await ctx.tx
    .update(websites)
    .set({ nextSyncAt: sql`case when ${never} then null else now() + ('1 ' || ${websites.syncEvery})::interval end` })
    .where(ofWebsite(ctx, id))
}

/**
 * Changes what is given. How many pages are kept counts from the next pass on, everything else at once.
 * @throws not_found `website.not_found`
 */
export const updateWebsite = (
  ctx: WorkspaceContext,
  id: string,
  change: z.output<typeof websiteSettingsInput>,
): Promise<Website> =>
  inTransaction(ctx, async (ctx) => {
    const before = await readWebsite(ctx, id)
    const after = {
      name: change.name ?? before.name,
      pagesMax: change.pages_max === undefined ? before.pagesMax : change.pages_max,
      syncEvery: change.sync_every ?? before.syncEvery,
      priority: change.priority ?? before.priority,
      visibility: change.visibility ?? before.visibility,
    }
    await ctx.tx.update(websites).set(after).where(ofWebsite(ctx, id))
    if (after.syncEvery !== before.syncEvery) await planNextSync(ctx, id)
    await sourcesChanged(ctx, { website_id: id })
    // Answers that were kept may rest on it.
    if (after.priority !== before.priority || after.visibility !== before.visibility) await contentChanged(ctx)
    return readOnTheWire(ctx, id)
  })
