import { asc, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { normalizePattern } from '../../../../kernel/address-patterns.ts'
import { newId } from '../../../../kernel/ids.ts'
import {
  contentChanged,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../../workspaces/server/index.ts'
import { type addWebsiteInput, PREVIEW_ADDRESSES_MAX, type Website, type WebsiteRun } from '../../contract.ts'
import { sampleAddresses } from '../../domain/website-parts.ts'
import { removeChunks } from '../chunks.ts'
import { sources, websites } from '../knowledge.table.ts'
import type { KnowledgeServices } from '../services.ts'
import { pagesOfWebsite, sourcesChanged } from '../source-rows.ts'
import { admitWebsite } from './admit-website.ts'
import {
  latestRuns,
  ofWebsite,
  presentRun,
  presentWebsites,
  readPresentedWebsite,
  readWebsite,
  type WebsiteRow,
} from './website-rows.ts'
import { startRun } from './website-runs.ts'

const MAX_SHOWN_RUNS = 20

/** Newest first. */
export const listWebsites = (context: WorkspaceContext): Promise<{ items: Website[] }> =>
  inTransaction(context, async (transaction) => {
    const websiteRows = await transaction.tx
      .select()
      .from(websites)
      .where(eq(websites.workspaceId, transaction.workspaceId))
      .orderBy(desc(websites.id))
    return { items: await presentWebsites(transaction, websiteRows) }
  })

/** In the caller's transaction; checks no limit. */
export async function insertWebsite(
  services: KnowledgeServices,
  transaction: WorkspaceTransaction,
  newWebsite: Pick<WebsiteRow, 'url' | 'name' | 'scope'> & Partial<WebsiteRow>,
): Promise<string> {
  const id = newId()
  await transaction.tx.insert(websites).values({ workspaceId: transaction.workspaceId, id, ...newWebsite })
  await startRun(services, transaction, id)
  return id
}

/**
 * Adds a website and queues its first crawl.
 * @throws invalid `website.url`; conflict `website.exists`; limit `limit.websites`
 */
export const addWebsite = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  websiteInput: z.output<typeof addWebsiteInput>,
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    const { url, replacedId } = await admitWebsite(transaction, websiteInput.url)
    if (replacedId) await removeWebsite(transaction, replacedId)
    const websiteId = await insertWebsite(services, transaction, {
      url,
      name: new URL(url).host,
      scope: websiteInput.scope,
      pagesMax: websiteInput.pages_max ?? null,
      includePatterns: websiteInput.include?.map(normalizePattern) ?? [],
      excludePatterns: websiteInput.exclude?.map(normalizePattern) ?? [],
    })
    return readPresentedWebsite(transaction, websiteId)
  })

/** @throws not_found `website.not_found` */
export const syncWebsite = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  websiteId: string,
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, websiteId)
    await startRun(services, transaction, websiteId)
    return readPresentedWebsite(transaction, websiteId)
  })

/** Reads all websites once more. @returns how many there are */
export const syncAllWebsites = (services: KnowledgeServices, context: WorkspaceContext): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const websiteRows = await transaction.tx
      .select({ id: websites.id })
      .from(websites)
      .where(eq(websites.workspaceId, transaction.workspaceId))
      .orderBy(asc(websites.id))
    for (const { id } of websiteRows) await startRun(services, transaction, id)
    return websiteRows.length
  })

/** @throws not_found `website.not_found` */
export const websiteRunsOf = (context: WorkspaceContext, websiteId: string): Promise<{ items: WebsiteRun[] }> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, websiteId)
    return { items: (await latestRuns(transaction, websiteId, MAX_SHOWN_RUNS)).map(presentRun) }
  })

/** Removes a website with its pages and all that was made of them. @throws not_found `website.not_found` */
export const deleteWebsite = (context: WorkspaceContext, websiteId: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, websiteId)
    await removeWebsite(transaction, websiteId)
    await contentChanged(transaction)
  })

async function removeWebsite(transaction: WorkspaceTransaction, websiteId: string): Promise<void> {
  const { tx } = transaction
  // A crawl that runs finds its website gone with the next page it writes.
  const removedPages = await tx
    .delete(sources)
    .where(pagesOfWebsite(transaction, websiteId))
    .returning({ id: sources.id })
  await tx.delete(websites).where(ofWebsite(transaction, websiteId))
  await removeChunks(
    transaction,
    'url',
    removedPages.map((removedPage) => removedPage.id),
  )
  await sourcesChanged(transaction, { website_id: websiteId })
}

/** Returns the known addresses of a website for the preview of patterns. @throws not_found `website.not_found` */
export const websiteAddresses = (
  context: WorkspaceContext,
  websiteId: string,
): Promise<{ addresses: string[]; total: number }> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, websiteId)
    const pageRows = await transaction.tx
      .select({ url: sources.url })
      .from(sources)
      .where(pagesOfWebsite(transaction, websiteId))
      .orderBy(asc(sources.url))
    const addresses = pageRows.flatMap(({ url }) => (url === null ? [] : [url]))
    return { addresses: sampleAddresses(addresses, PREVIEW_ADDRESSES_MAX), total: addresses.length }
  })
