import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { normalizeWebsiteUrl, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { INVALID_URL, URL_EXISTS, WEBSITES_MAX } from '../../contract.ts'
import { isSamePage, samePageAddresses } from '../../domain/page-address.ts'
import { sources, websites } from '../knowledge.table.ts'

const invalid = () =>
  new AppError('invalid', 'website.url', INVALID_URL, {
    details: { fields: [{ path: 'url', message: INVALID_URL }] },
  })

const existsAlready = () =>
  new AppError('conflict', 'website.exists', URL_EXISTS.message, { details: { title: URL_EXISTS.title } })

/**
 * Checks what was typed before anything is fetched.
 * @returns the address as it is stored
 * @throws invalid `website.url`; conflict `website.exists`; limit `limit.websites`
 */
export async function admitWebsite({ tx, workspaceId }: WorkspaceTransaction, typed: string): Promise<string> {
  const url = normalizeWebsiteUrl(typed)
  if (!url) throw invalid()
  const existing = await tx.select({ url: websites.url }).from(websites).where(eq(websites.workspaceId, workspaceId))
  if (existing.some((website) => isSamePage(website.url, url))) throw existsAlready()
  const [page] = await tx
    .select({ id: sources.id })
    .from(sources)
    .where(
      and(
        eq(sources.workspaceId, workspaceId),
        inArray(sources.url, samePageAddresses(url)),
        eq(sources.kind, 'website'),
        eq(sources.state, 'ready'),
      ),
    )
    .limit(1)
  if (page) throw existsAlready()
  if (existing.length >= WEBSITES_MAX)
    throw new AppError('limit', 'limit.websites', `A workspace can read at most ${WEBSITES_MAX} websites.`)
  return url
}
