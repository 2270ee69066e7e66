import type { CrawlCounts } from './crawl-counts.ts'
import type { FrontierEntry } from './frontier.ts'
import {
  type CrawlRun,
  knownPages,
  type PageRow,
  reasonWithoutNote,
  recordUnreadPage,
  removePage,
  skipPage,
} from './page-rows.ts'
import type { PageSettlement } from './page-settlement.ts'
import { NOT_FOUND, type Visit } from './visit-page.ts'

const MAX_HOPS = 5

/** Another visit of a page: it comes after all others. */
const createLateEntry = (address: string, before: PageRow): FrontierEntry => ({
  address,
  before,
  isLinksOnly: false,
  position: Number.POSITIVE_INFINITY,
})

interface ResolveOptions {
  run: CrawlRun
  settlement: PageSettlement
  visit(entry: FrontierEntry, options?: { ignoresCanonical: boolean }): Promise<Visit>
  /** Returns true when a page or sitemap contains the URL. */
  isLinked(address: string): boolean
  /** Updated in place. */
  counts: CrawlCounts
  progress(): Promise<void>
}

/**
 * Ends a run: pages that took too long are tried once more, one at a time; pages that lead elsewhere give up their
 * content if it was read there; missing pages without a link to them leave the ledger. A page whose canonical address
 * cannot be read is read itself.
 */
export async function resolvePages({
  run,
  settlement,
  visit: visitEntry,
  isLinked,
  counts,
  progress,
}: ResolveOptions): Promise<void> {
  const pagesByAddress = new Map([...(await knownPages(run))].filter(([, { settledBy }]) => settledBy === run.runId))
  for (const [address, before] of pagesByAddress) {
    if (before.waitsFor === 'retry') {
      await retryPage(address, before)
      await progress()
    }
    if (before.state === 'failed' && before.reason?.startsWith(NOT_FOUND) && !isLinked(address))
      await removePage(run, address)
  }
  for (const [address, before] of pagesByAddress) {
    if (before.movedTo === null) continue
    await resolveMoved(address, before, before.movedTo)
    await progress()
  }
  await settlement.flush()

  async function retryPage(address: string, before: PageRow): Promise<void> {
    const lateEntry = createLateEntry(address, before)
    const pageVisit = await visitEntry(lateEntry)
    counts.done--
    const hasFailedAgain = pageVisit.kind === 'failed'
    await settlement.settle(lateEntry, hasFailedAgain ? { ...pageVisit, isTimeout: false } : pageVisit)
  }

  async function resolveMoved(address: string, before: PageRow, target: string): Promise<void> {
    const reason = before.reason ?? ''
    if (leadsToReadPage(target)) {
      if (before.state !== 'ready') return
      const hadContent = await skipPage(run, address, { reason: reasonWithoutNote(reason) })
      counts.skipped--
      if (hadContent) counts.removed++
      return
    }
    const lateEntry = createLateEntry(address, before)
    const pageVisit = await visitEntry(lateEntry, { ignoresCanonical: true })
    if (pageVisit.kind === 'moved')
      return recordUnreadPage(run, address, { state: 'skipped', reason: reasonWithoutNote(reason) })
    counts.skipped--
    counts.done--
    await settlement.settle(lateEntry, pageVisit)
  }

  function leadsToReadPage(target: string): boolean {
    let currentAddress: string | null = target
    for (let hopCount = 0; currentAddress !== null && hopCount < MAX_HOPS; hopCount++) {
      const pageRow = pagesByAddress.get(currentAddress)
      if (settlement.isRead(currentAddress) || (pageRow?.state === 'ready' && pageRow.movedTo === null)) return true
      currentAddress = pageRow?.movedTo ?? null
    }
    return false
  }
}
