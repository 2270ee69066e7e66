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
export const listWebsites = (ctx: WorkspaceContext): Promise<{ items: Website[] }> =>
  inTransaction(ctx, async (ctx) => {
    const rows = await ctx.tx
      .select()
      .from(websites)
      .where(eq(websites.workspaceId, ctx.workspaceId))
      .orderBy(desc(websites.id))
    return { items: await websitesOnTheWire(ctx, rows) }
  })

/** Queues a pass over a website; one that waits or runs already is enough. */
export async function startRun(
  services: KnowledgeServices,
  ctx: WorkspaceTransaction,
  websiteId: string,
): Promise<void> {
  // Two who ask at the same moment are one after the other here.
  await ctx.tx.select().from(websites).where(ofWebsite(ctx, websiteId)).for('update')
  const [newest] = await latestRuns(ctx, websiteId, 1)
  if (newest?.state === 'queued' || newest?.state === 'running') return
  await ctx.tx.insert(websiteRuns).values({ workspaceId: ctx.workspaceId, id: newId(), websiteId, state: 'queued' })
  await services.queueCrawl(ctx.tx, { workspace_id: ctx.workspaceId, website_id: websiteId })
  await sourcesChanged(ctx, { website_id: websiteId })
}

/** In the caller's transaction; checks no limit. */
export async function insertWebsite(
  services: KnowledgeServices,
  ctx: WorkspaceTransaction,
  website: { url: string; name: string; scope: WebsiteScope; pagesMax?: number | null },
): Promise<string> {
  const id = newId()
  await ctx.tx.insert(websites).values({ workspaceId: ctx.workspaceId, id, ...website })
  await startRun(services, ctx, id)
  return id
}

/**
 * Adds a website and queues its first pass.
 * @throws invalid `website.url`; conflict `website.exists`; limit `limit.websites`
 */
export const addWebsite = (
  services: KnowledgeServices,
  ctx: WorkspaceContext,
  input: { url: string; scope: WebsiteScope; pages_max?: number | undefined },
): Promise<Website> =>
  inTransaction(ctx, async (ctx) => {
    const url = await admitWebsite(ctx, input.url)
    const { scope, pages_max: pagesMax = null } = input
    return readOnTheWire(ctx, await insertWebsite(services, ctx, { url, name: new URL(url).host, scope, pagesMax }))
  })

/** @throws not_found `website.not_found` */
export const syncWebsite = (services: KnowledgeServices, ctx: WorkspaceContext, id: string): Promise<Website> =>
  inTransaction(ctx, async (ctx) => {
    await readWebsite(ctx, id)
    await startRun(services, ctx, id)
    return readOnTheWire(ctx, id)
  })

/** Reads all websites once more. @returns how many there are */
export const syncAllWebsites = (services: KnowledgeServices, ctx: WorkspaceContext): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const rows = await ctx.tx
      .select({ id: websites.id })
      .from(websites)
      .where(eq(websites.workspaceId, ctx.workspaceId))
      .orderBy(asc(websites.id))
    for (const { id } of rows) await startRun(services, ctx, id)
    return rows.length
  })

/** @throws not_found `website.not_found` */
export const websiteRunsOf = (ctx: WorkspaceContext, id: string): Promise<{ items: WebsiteRun[] }> =>
  inTransaction(ctx, async (ctx) => {
    await readWebsite(ctx, id)
    return { items: (await latestRuns(ctx, id, RUNS_SHOWN)).map(runOnTheWire) }
  })

/** Removes a website with its pages and all that was made of them. @throws not_found `website.not_found` */
export async function deleteWebsite(services: KnowledgeServices, ctx: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { tx, workspaceId } = ctx
    await readWebsite(ctx, id)
    // A pass that runs finds its website gone with the next page it writes.
    const pages = await tx
      .delete(sources)
      .where(and(eq(sources.workspaceId, workspaceId), eq(sources.websiteId, id)))
      .returning({ id: sources.id })
    await tx.delete(websites).where(ofWebsite(ctx, id))
    await removeChunks(
      ctx,
      'url',
      pages.map((page) => page.id),
    )
    await sourcesChanged(ctx, { website_id: id })
    await contentChanged(ctx)
  })
  await services.withdraw({ websites: [id] })
}
