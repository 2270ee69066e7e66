import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '../../../../kernel/app-error.ts'
import { normalizeWebsiteUrl, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { INVALID_URL, URL_EXISTS, WEBSITES_MAX } from '../../contract.ts'
import { isSamePage, samePageAddresses } from '../../domain/page-address.ts'
import { sources, websites } from '../knowledge.table.ts'
import { pagesOfWebsite } from '../source-rows.ts'
import { latestRuns } from './website-rows.ts'

const invalidUrl = () =>
  new AppError('invalid', 'website.url', INVALID_URL, {
    details: { fields: [{ path: 'url', message: INVALID_URL }] },
  })

const existsAlready = () =>
  new AppError('conflict', 'website.exists', URL_EXISTS.message, { details: { title: URL_EXISTS.title } })

/** Returns true when nothing could be read from a website: neither now nor before. */
async function isUnreadable(transaction: WorkspaceTransaction, websiteId: string): Promise<boolean> {
  const [newest] = await latestRuns(transaction, websiteId, 1)
  if (newest?.state !== 'failed') return false
  const [page] = await transaction.tx
    .select({ id: sources.id })
    .from(sources)
    .where(and(pagesOfWebsite(transaction, websiteId), eq(sources.state, 'ready')))
    .limit(1)
  return !page
}

/**
 * Checks what was typed before anything is fetched. An unreadable website gives way to another spelling of its address,
 * such as `http` for `https`.
 * @returns the address as it is stored, and the ID of the website that it replaces
 * @throws invalid `website.url`; conflict `website.exists`; limit `limit.websites`
 */
export async function admitWebsite(
  transaction: WorkspaceTransaction,
  typedUrl: string,
): Promise<{ url: string; replacedId: string | null }> {
  const { tx, workspaceId } = transaction
  const url = normalizeWebsiteUrl(typedUrl)
  if (!url) throw invalidUrl()
  const existingWebsites = await tx
    .select({ id: websites.id, url: websites.url })
    .from(websites)
    .where(eq(websites.workspaceId, workspaceId))
  const sameWebsite = existingWebsites.find((website) => isSamePage(website.url, url))
  if (sameWebsite && (sameWebsite.url === url || !(await isUnreadable(transaction, sameWebsite.id))))
    throw existsAlready()
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
  if (!sameWebsite && existingWebsites.length >= WEBSITES_MAX)
    throw new AppError('limit', 'limit.websites', `A workspace can read at most ${WEBSITES_MAX} websites.`)
  return { url, replacedId: sameWebsite?.id ?? null }
}
