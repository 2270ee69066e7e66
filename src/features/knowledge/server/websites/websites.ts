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
import { sampleOf } from '../../domain/website-parts.ts'
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

const RUNS_SHOWN = 20

/** Newest first. */
export const listWebsites = (context: WorkspaceContext): Promise<{ items: Website[] }> =>
  inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select()
      .from(websites)
      .where(eq(websites.workspaceId, transaction.workspaceId))
      .orderBy(desc(websites.id))
    return { items: await presentWebsites(transaction, rows) }
  })

/** In the caller's transaction; checks no limit. */
export async function insertWebsite(
  services: KnowledgeServices,
  transaction: WorkspaceTransaction,
  website: Pick<WebsiteRow, 'url' | 'name' | 'scope'> & Partial<WebsiteRow>,
): Promise<string> {
  const id = newId()
  await transaction.tx.insert(websites).values({ workspaceId: transaction.workspaceId, id, ...website })
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
  input: z.output<typeof addWebsiteInput>,
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    const { url, replacedId } = await admitWebsite(transaction, input.url)
    if (replacedId) await removeWebsite(transaction, replacedId)
    const id = await insertWebsite(services, transaction, {
      url,
      name: new URL(url).host,
      scope: input.scope,
      pagesMax: input.pages_max ?? null,
      includePatterns: input.include?.map(normalizePattern) ?? [],
      excludePatterns: input.exclude?.map(normalizePattern) ?? [],
    })
    return readPresentedWebsite(transaction, id)
  })

/** @throws not_found `website.not_found` */
export const syncWebsite = (services: KnowledgeServices, context: WorkspaceContext, id: string): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, id)
    await startRun(services, transaction, id)
    return readPresentedWebsite(transaction, id)
  })

/** Reads all websites once more. @returns how many there are */
export const syncAllWebsites = (services: KnowledgeServices, context: WorkspaceContext): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select({ id: websites.id })
      .from(websites)
      .where(eq(websites.workspaceId, transaction.workspaceId))
      .orderBy(asc(websites.id))
    for (const { id } of rows) await startRun(services, transaction, id)
    return rows.length
  })

/** @throws not_found `website.not_found` */
export const websiteRunsOf = (context: WorkspaceContext, id: string): Promise<{ items: WebsiteRun[] }> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, id)
    return { items: (await latestRuns(transaction, id, RUNS_SHOWN)).map(presentRun) }
  })

/** Removes a website with its pages and all that was made of them. @throws not_found `website.not_found` */
export const deleteWebsite = (context: WorkspaceContext, id: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, id)
    await removeWebsite(transaction, id)
    await contentChanged(transaction)
  })

async function removeWebsite(transaction: WorkspaceTransaction, id: string): Promise<void> {
  const { tx } = transaction
  // A crawl that runs finds its website gone with the next page it writes.
  const pages = await tx.delete(sources).where(pagesOfWebsite(transaction, id)).returning({ id: sources.id })
  await tx.delete(websites).where(ofWebsite(transaction, id))
  await removeChunks(
    transaction,
    'url',
    pages.map((page) => page.id),
  )
  await sourcesChanged(transaction, { website_id: id })
}

/** Returns the known addresses of a website for the preview of patterns. @throws not_found `website.not_found` */
export const websiteAddresses = (
  context: WorkspaceContext,
  id: string,
): Promise<{ addresses: string[]; total: number }> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, id)
    const rows = await transaction.tx
      .select({ url: sources.url })
      .from(sources)
      .where(pagesOfWebsite(transaction, id))
      .orderBy(asc(sources.url))
    const addresses = rows.flatMap(({ url }) => (url === null ? [] : [url]))
    return { addresses: sampleOf(addresses, PREVIEW_ADDRESSES_MAX), total: addresses.length }
  })
