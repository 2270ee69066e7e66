import { and, asc, desc, eq } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import {
  contentChanged,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Website, WebsiteRun, WebsiteScope } from '../contract.ts'
import { admitWebsite } from './admit-website.ts'
import { removeChunks } from './chunks.ts'
import { sources, websiteRuns, websites } from './knowledge.table.ts'
import type { KnowledgeServices } from './services.ts'
import { sourcesChanged } from './source-rows.ts'
import { latestRuns, ofWebsite, readOnTheWire, readWebsite, runOnTheWire, websitesOnTheWire } from './website-rows.ts'

const RUNS_SHOWN = 20

/** Newest first. */
export const listWebsites = (context: WorkspaceContext): Promise<{ items: Website[] }> =>
  inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select()
      .from(websites)
      .where(eq(websites.workspaceId, transaction.workspaceId))
      .orderBy(desc(websites.id))
    return { items: await websitesOnTheWire(transaction, rows) }
  })

/** Queues a pass over a website; one that waits or runs already is enough. */
export async function startRun(
  services: KnowledgeServices,
  transaction: WorkspaceTransaction,
  websiteId: string,
): Promise<void> {
  // Two who ask at the same moment are one after the other here.
  await transaction.tx.select().from(websites).where(ofWebsite(transaction, websiteId)).for('update')
  const [newest] = await latestRuns(transaction, websiteId, 1)
  if (newest?.state === 'queued' || newest?.state === 'running') return
  await transaction.tx
    .insert(websiteRuns)
    .values({ workspaceId: transaction.workspaceId, id: newId(), websiteId, state: 'queued' })
  await services.queueCrawl(transaction.tx, { workspace_id: transaction.workspaceId, website_id: websiteId })
  await sourcesChanged(transaction, { website_id: websiteId })
}

/** In the caller's transaction; checks no limit. */
export async function insertWebsite(
  services: KnowledgeServices,
  transaction: WorkspaceTransaction,
  website: { url: string; name: string; scope: WebsiteScope; pagesMax?: number | null },
): Promise<string> {
  const id = newId()
  await transaction.tx.insert(websites).values({ workspaceId: transaction.workspaceId, id, ...website })
  await startRun(services, transaction, id)
  return id
}

/**
 * Adds a website and queues its first pass.
 * @throws invalid `website.url`; conflict `website.exists`; limit `limit.websites`
 */
export const addWebsite = (
  services: KnowledgeServices,
  context: WorkspaceContext,
  input: { url: string; scope: WebsiteScope; pages_max?: number | undefined },
): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    const url = await admitWebsite(transaction, input.url)
    const { scope, pages_max: pagesMax = null } = input
    return readOnTheWire(
      transaction,
      await insertWebsite(services, transaction, { url, name: new URL(url).host, scope, pagesMax }),
    )
  })

/** @throws not_found `website.not_found` */
export const syncWebsite = (services: KnowledgeServices, context: WorkspaceContext, id: string): Promise<Website> =>
  inTransaction(context, async (transaction) => {
    await readWebsite(transaction, id)
    await startRun(services, transaction, id)
    return readOnTheWire(transaction, id)
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
    return { items: (await latestRuns(transaction, id, RUNS_SHOWN)).map(runOnTheWire) }
  })

/** Removes a website with its pages and all that was made of them. @throws not_found `website.not_found` */
export async function deleteWebsite(services: KnowledgeServices, context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await readWebsite(transaction, id)
    // A pass that runs finds its website gone with the next page it writes.
    const pages = await tx
      .delete(sources)
      .where(and(eq(sources.workspaceId, workspaceId), eq(sources.websiteId, id)))
      .returning({ id: sources.id })
    await tx.delete(websites).where(ofWebsite(transaction, id))
    await removeChunks(
      transaction,
      'url',
      pages.map((page) => page.id),
    )
    await sourcesChanged(transaction, { website_id: id })
    await contentChanged(transaction)
  })
  await services.withdraw({ websites: [id] })
}
