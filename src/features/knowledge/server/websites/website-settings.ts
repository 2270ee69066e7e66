import type { z } from 'zod'
import { normalizePattern } from '../../../../kernel/address-patterns.ts'
import { contentChanged, inTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { PAGES_OF_PLAN, type Website, type websiteSettingsInput } from '../../contract.ts'
import { sources, websites } from '../knowledge.table.ts'
import type { KnowledgeServices } from '../services.ts'
import { NO_VERSION } from '../source-chunks.ts'
import { pagesOfWebsite, sourcesChanged } from '../source-rows.ts'
import { ofWebsite, readPresentedWebsite, readWebsite, requireSameWebsite, type WebsiteRow } from './website-rows.ts'
import { planNextSync, startRun } from './website-runs.ts'

/** Returns the maximum number of pages of a website for the plan's FAQ limit; null means unlimited. */
export const pagesOfPlan = (limits: { faqs: number | null }): number =>
  limits.faqs === null ? PAGES_OF_PLAN.unlimited : PAGES_OF_PLAN.limited

/**
 * Changes what is given. A crawl starts at once when the limit of pages, the selector or the patterns change what is read.
 * @throws not_found `website.not_found`, precondition_failed
 */
export const updateWebsite = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  id: string,
  change: z.output<typeof websiteSettingsInput>,
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await requireSameWebsite(transaction, id)
    const before = await readWebsite(transaction, id)
    const selector = change.content_selector === undefined ? before.contentSelector : change.content_selector?.trim()
    const after = {
      name: change.name ?? before.name,
      pagesMax: change.pages_max === undefined ? before.pagesMax : change.pages_max,
      contentSelector: selector || null,
      syncEvery: change.sync_every ?? before.syncEvery,
      priority: change.priority ?? before.priority,
      visibility: change.visibility ?? before.visibility,
      includePatterns: change.include?.map(normalizePattern) ?? before.includePatterns,
      excludePatterns: change.exclude?.map(normalizePattern) ?? before.excludePatterns,
    }
    await transaction.tx.update(websites).set(after).where(ofWebsite(transaction, id))
    // Its pages are read again even when the website has not changed them.
    if (after.contentSelector !== before.contentSelector)
      await transaction.tx.update(sources).set(NO_VERSION).where(pagesOfWebsite(transaction, id))
    if (after.syncEvery !== before.syncEvery) await planNextSync(transaction, id)
    if (isReadDifferently(before, after)) await startRun(services, transaction, id)
    await sourcesChanged(transaction, { website_id: id })
    // Cached answers may rest on it.
    if (after.priority !== before.priority || after.visibility !== before.visibility) await contentChanged(transaction)
    return readPresentedWebsite(transaction, id)
  })

type ReadingSettings = Pick<WebsiteRow, 'pagesMax' | 'contentSelector' | 'includePatterns' | 'excludePatterns'>

const isReadDifferently = (before: ReadingSettings, after: ReadingSettings): boolean =>
  before.pagesMax !== after.pagesMax ||
  before.contentSelector !== after.contentSelector ||
  before.includePatterns.join('\n') !== after.includePatterns.join('\n') ||
  before.excludePatterns.join('\n') !== after.excludePatterns.join('\n')
