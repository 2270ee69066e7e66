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
  websiteId: string,
  settingsChange: z.output<typeof websiteSettingsInput>,
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await requireSameWebsite(transaction, websiteId)
    const previousWebsite = await readWebsite(transaction, websiteId)
    const contentSelector =
      settingsChange.content_selector === undefined
        ? previousWebsite.contentSelector
        : settingsChange.content_selector?.trim()
    const newSettings = {
      name: settingsChange.name ?? previousWebsite.name,
      pagesMax: settingsChange.pages_max === undefined ? previousWebsite.pagesMax : settingsChange.pages_max,
      contentSelector: contentSelector || null,
      syncEvery: settingsChange.sync_every ?? previousWebsite.syncEvery,
      priority: settingsChange.priority ?? previousWebsite.priority,
      visibility: settingsChange.visibility ?? previousWebsite.visibility,
      includePatterns: settingsChange.include?.map(normalizePattern) ?? previousWebsite.includePatterns,
      excludePatterns: settingsChange.exclude?.map(normalizePattern) ?? previousWebsite.excludePatterns,
    }
    await transaction.tx.update(websites).set(newSettings).where(ofWebsite(transaction, websiteId))
    // Its pages are read again even when the website has not changed them.
    if (newSettings.contentSelector !== previousWebsite.contentSelector)
      await transaction.tx.update(sources).set(NO_VERSION).where(pagesOfWebsite(transaction, websiteId))
    if (newSettings.syncEvery !== previousWebsite.syncEvery) await planNextSync(transaction, websiteId)
    if (isReadDifferently(previousWebsite, newSettings)) await startRun(services, transaction, websiteId)
    await sourcesChanged(transaction, { website_id: websiteId })
    // Cached answers may rest on it.
    if (newSettings.priority !== previousWebsite.priority || newSettings.visibility !== previousWebsite.visibility)
      await contentChanged(transaction)
    return readPresentedWebsite(transaction, websiteId)
  })

type ReadingSettings = Pick<WebsiteRow, 'pagesMax' | 'contentSelector' | 'includePatterns' | 'excludePatterns'>

const isReadDifferently = (previousSettings: ReadingSettings, newSettings: ReadingSettings): boolean =>
  previousSettings.pagesMax !== newSettings.pagesMax ||
  previousSettings.contentSelector !== newSettings.contentSelector ||
  previousSettings.includePatterns.join('\n') !== newSettings.includePatterns.join('\n') ||
  previousSettings.excludePatterns.join('\n') !== newSettings.excludePatterns.join('\n')
