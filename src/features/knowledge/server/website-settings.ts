import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  contentChanged,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { PAGES_OF_PLAN, type Website, type websiteSettingsInput } from '../contract.ts'
import { sources, websites } from './knowledge.table.ts'
import { sourcesChanged } from './source-rows.ts'
import { ofWebsite, readOnTheWire, readWebsite } from './website-rows.ts'

/** Returns the maximum number of pages of a website for the plan's FAQ limit; null means unlimited. */
export const pagesOfPlan = (limits: { faqs: number | null }): number =>
  limits.faqs === null ? PAGES_OF_PLAN.unlimited : PAGES_OF_PLAN.limited

/** Writes when a website is read next by itself, counted from now. */
export async function planNextSync(transaction: WorkspaceTransaction, id: string): Promise<void> {
  const never = eq(websites.syncEvery, 'never')
  await transaction.tx
    .update(websites)
    .set({ nextSyncAt: sql`case when ${never} then null else now() + ('1 ' || ${websites.syncEvery})::interval end` })
    .where(ofWebsite(transaction, id))
}

/**
 * Changes what is given. How many pages are kept counts from the next pass on, everything else at once.
 * @throws not_found `website.not_found`
 */
export const updateWebsite = (
  context: WorkspaceContext,
  id: string,
  change: z.output<typeof websiteSettingsInput>,
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    const before = await readWebsite(transaction, id)
    const selector = change.content_selector === undefined ? before.contentSelector : change.content_selector?.trim()
    const after = {
      name: change.name ?? before.name,
      pagesMax: change.pages_max === undefined ? before.pagesMax : change.pages_max,
      contentSelector: selector || null,
      syncEvery: change.sync_every ?? before.syncEvery,
      priority: change.priority ?? before.priority,
      visibility: change.visibility ?? before.visibility,
    }
    await transaction.tx.update(websites).set(after).where(ofWebsite(transaction, id))
    // Without their validators its pages are read again even when the website has not changed them.
    if (after.contentSelector !== before.contentSelector)
      await transaction.tx
        .update(sources)
        .set({ etag: null, lastModified: null })
        .where(and(eq(sources.workspaceId, transaction.workspaceId), eq(sources.websiteId, id)))
    if (after.syncEvery !== before.syncEvery) await planNextSync(transaction, id)
    await sourcesChanged(transaction, { website_id: id })
    // Answers that were kept may rest on it.
    if (after.priority !== before.priority || after.visibility !== before.visibility) await contentChanged(transaction)
    return readOnTheWire(transaction, id)
  })
