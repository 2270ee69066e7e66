import type { CrawlCounts } from './crawl-counts.ts'
import type { FrontierEntry } from './frontier.ts'
import {
  type CrawlRun,
  knownPages,
  type PageRow,
  plainReason,
  recordUnreadPage,
  removePage,
  skipPage,
} from './page-rows.ts'
import type { PageSettlement } from './page-settlement.ts'
import { NOT_FOUND, type Visit } from './visit-page.ts'

const HOPS_MAX = 5

interface Resolution {
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
}: Resolution): Promise<void> {
  const rows = new Map([...(await knownPages(run))].filter(([, { settledBy }]) => settledBy === run.runId))
  for (const [address, before] of rows) {
    if (before.waitsFor === 'retry') {
      await retryPage(address, before)
      await progress()
    }
    if (before.state === 'failed' && before.reason?.startsWith(NOT_FOUND) && !isLinked(address))
      await removePage(run, address)
  }
  for (const [address, before] of rows) {
    if (before.movedTo === null) continue
    await resolveMoved(address, before, before.movedTo)
    await progress()
  }
  await settlement.flush()

  async function retryPage(address: string, before: PageRow): Promise<void> {
    const visit = await visitEntry({ address, before, isLinksOnly: false })
    counts.done--
    const isLate = visit.kind === 'failed'
    await settlement.settle({ address, before, isLinksOnly: false }, isLate ? { ...visit, isTimeout: false } : visit)
  }

  async function resolveMoved(address: string, before: PageRow, target: string): Promise<void> {
    const reason = before.reason ?? ''
    if (leadsToReadPage(target)) {
      if (before.state !== 'ready') return
      const isRemoved = await skipPage(run, address, { reason: plainReason(reason) })
      counts.skipped--
      if (isRemoved) counts.removed++
      return
    }
    const visit = await visitEntry({ address, before, isLinksOnly: false }, { ignoresCanonical: true })
    if (visit.kind === 'moved') return recordUnreadPage(run, address, { state: 'skipped', reason: plainReason(reason) })
    counts.skipped--
    counts.done--
    await settlement.settle({ address, before, isLinksOnly: false }, visit)
  }

  function leadsToReadPage(target: string): boolean {
    let at: string | null = target
    for (let hops = 0; at !== null && hops < HOPS_MAX; hops++) {
      const row = rows.get(at)
      if (settlement.isRead(at) || (row?.state === 'ready' && row.movedTo === null)) return true
      at = row?.movedTo ?? null
    }
    return false
  }
}
