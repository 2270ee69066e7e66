import { formatNumber } from '../../../../kernel/format.ts'
import { findDifference } from '../../domain/distinct-texts.ts'
import { createNearDuplicates, createSketch } from '../../domain/resemblance.ts'
import { hashOfText, type SourceText } from '../source-chunks.ts'
import type { CrawlCounts } from './crawl-counts.ts'
import { type FoundAddress, type FrontierEntry, LEFT_OUT_BY_PATTERNS } from './frontier.ts'
import {
  type CrawlRun,
  isStillUsed,
  labelVariant,
  markUnchanged,
  type PageRow,
  readPageText,
  recordUnreadPage,
  removePage,
  savePage,
  skipPage,
  updateVersion,
} from './page-rows.ts'
import { packSketch, unpackSketch } from './sketch-text.ts'
import type { Version, Visit } from './visit-page.ts'

/** Writes what became of each page, and counts it. */
export interface PageSettlement {
  setFound(found: number): void
  /** A page that is not visited, for a reason. */
  refuse(found: FoundAddress, reason: string): Promise<void>
  settle(entry: FrontierEntry, visit: Visit): Promise<void>
  /** Returns true for a page without content when the website has its maximum of pages: it is not visited. */
  isOverLimit(entry: FrontierEntry): boolean
  settleOverLimit(entry: FrontierEntry): Promise<void>
  /** Returns true for a page that has content as of this run. */
  isRead(address: string): boolean
  /** Stores another text of a page that was read in this run. */
  rewrite(address: string, visit: ReadVisit): Promise<void>
  /** Writes what is collected for a batch. */
  flush(): Promise<void>
}

export type ReadVisit = Extract<Visit, { kind: 'read' }>
type SameVisit = Extract<Visit, { kind: 'same' }>
/** Text of a page, from its visit or from before. */
interface PageText {
  hash: string
  title: string
  sketch: Uint32Array
}

const UNCHANGED_BATCH = 100

const limitReason = (maxPages: number): string =>
  `It is over the limit of ${formatNumber(maxPages)} pages for a website.`

export function createPageSettlement(options: {
  run: CrawlRun
  start: string
  pagesMax: number
  /** Updated in place. */
  counts: CrawlCounts
  known: ReadonlyMap<string, PageRow>
}): PageSettlement {
  const { run, pagesMax, counts } = options
  const addressesByHash = new Map<string, string>()
  const nearDuplicates = createNearDuplicates()
  const readAddresses = new Set<string>()
  /** Pages that are being stored. */
  const pendingWrites = new Map<string, Promise<void>>()
  let unchangedAddresses: string[] = []
  const overLimitReason = limitReason(pagesMax)

  const registerText = (address: string, { hash, title, sketch }: PageText) => {
    addressesByHash.set(hash, address)
    nearDuplicates.add(address, title, sketch)
    readAddresses.add(address)
  }
  // Pages of earlier parts of this run.
  for (const [address, { settledBy, state, reason, contentHash, title, sketch }] of options.known)
    if (settledBy === run.runId && state === 'ready' && !isStillUsed(reason) && contentHash !== null)
      registerText(address, { hash: contentHash, title, sketch: unpackSketch(sketch) })

  async function flush(): Promise<void> {
    const flushedAddresses = unchangedAddresses
    unchangedAddresses = []
    await markUnchanged(run, flushedAddresses)
  }

  async function closePage(
    { address, before }: Pick<FrontierEntry, 'address' | 'before'>,
    reason: string,
    waitsFor: PageRow['waitsFor'] = null,
  ) {
    const hasSameReason = before?.state === 'skipped' && before.reason === reason && before.waitsFor === waitsFor
    if (hasSameReason) unchangedAddresses.push(address)
    else if (await skipPage(run, address, { reason, waitsFor })) return void counts.removed++
    counts.skipped++
  }

  /** Stores a text that nearly repeats another one, with the difference in the names of both; or skips it. */
  async function settleNearDuplicate(
    frontierEntry: FrontierEntry,
    visit: ReadVisit,
    pageText: PageText,
    nearAddress: string,
  ): Promise<void> {
    await pendingWrites.get(nearAddress)
    const nearText = await readPageText(run, nearAddress)
    const difference = nearText === null ? null : findDifference(nearText, visit.text.text)
    if (difference === null) return closePage(frontierEntry, `Nearly a duplicate of ${nearAddress}.`)
    await labelVariant(run, nearAddress, difference.left || new URL(nearAddress).pathname)
    await storePage(frontierEntry, visit, pageText, difference.right || new URL(frontierEntry.address).pathname)
  }

  async function storePage(
    frontierEntry: FrontierEntry,
    visit: ReadVisit,
    pageText: PageText,
    variant: string | null,
  ): Promise<void> {
    const { address, before } = frontierEntry
    if (readAddresses.size >= pagesMax) return closePage(frontierEntry, overLimitReason, 'limit')
    registerText(address, pageText)
    if (before?.state === 'ready') counts.changed++
    else counts.added++
    const storedFields = { ...visitFields(visit, address), variant, sketch: packSketch(pageText.sketch) }
    const pageWrite = savePage(run, { address, text: visit.text, ...storedFields })
    pendingWrites.set(address, pageWrite)
    await pageWrite.finally(() => pendingWrites.delete(address))
  }

  async function settleText(frontierEntry: FrontierEntry, visit: ReadVisit | SameVisit): Promise<void> {
    const { address, before } = frontierEntry
    const pageText = visit.kind === 'read' ? toPageText(visit.text) : storedPageText(before)
    const twinAddress = addressesByHash.get(pageText.hash)
    if (twinAddress) return closePage(frontierEntry, `Duplicate of ${twinAddress}.`)
    if (visit.kind === 'read' && (before?.state !== 'ready' || before.contentHash !== pageText.hash)) {
      const nearAddress = nearDuplicates.find(pageText.title, pageText.sketch)
      return nearAddress
        ? settleNearDuplicate(frontierEntry, visit, pageText, nearAddress)
        : storePage(frontierEntry, visit, pageText, null)
    }
    // An unchanged page was compared when it was stored.
    if (readAddresses.size >= pagesMax) return closePage(frontierEntry, overLimitReason, 'limit')
    registerText(address, pageText)
    counts.unchanged++
    unchangedAddresses.push(address)
    const visitVersion = visit.kind === 'read' ? visit : visit.version
    const hasNewNote = visit.kind === 'read' && (visit.note ?? null) !== before?.reason
    if (visitVersion && (hasNewNote || isNewVersion(before, visitVersion)))
      await updateVersion(run, address, visit.kind === 'read' ? visitFields(visit, address) : pickVersion(visitVersion))
  }

  async function settleVisit(frontierEntry: FrontierEntry, visit: Visit): Promise<void> {
    const { address } = frontierEntry
    if (frontierEntry.isLinksOnly) return closePage(frontierEntry, LEFT_OUT_BY_PATTERNS)
    switch (visit.kind) {
      case 'failed': {
        const waitsFor = visit.isTimeout ? 'retry' : null
        if (waitsFor === null) counts.failed++
        return recordUnreadPage(run, address, { state: 'failed', reason: visit.reason, waitsFor })
      }
      case 'gone':
        return settleGone(frontierEntry, visit.reason)
      case 'closed':
        return closePage(frontierEntry, visit.reason)
      case 'withheld':
        counts.skipped++
        return recordUnreadPage(run, address, { state: 'skipped', reason: visit.reason, waitsFor: visit.waitsFor })
      case 'moved':
        counts.skipped++
        return recordUnreadPage(run, address, { state: 'skipped', reason: visit.reason, movedTo: visit.target })
      case 'read':
      case 'same':
        return settleText(frontierEntry, visit)
    }
  }

  /** A broken link stays in the ledger with its reason; a page that was read is removed. */
  async function settleGone({ address, before }: FrontierEntry, reason: string): Promise<void> {
    if (before === null || before.contentHash === null) {
      counts.skipped++
      return recordUnreadPage(run, address, { state: 'failed', reason })
    }
    if (await removePage(run, address)) counts.removed++
  }

  return {
    setFound: (foundCount) => {
      counts.found = foundCount
    },
    refuse: async (foundAddress, reason) => {
      counts.done++
      if (foundAddress.before) await closePage(foundAddress, reason)
      else counts.skipped++
    },
    settle: async (frontierEntry, visit) => {
      await settleVisit(frontierEntry, visit)
      counts.done++
      if (unchangedAddresses.length >= UNCHANGED_BATCH) await flush()
    },
    isOverLimit: ({ before }) => readAddresses.size >= pagesMax && before?.state !== 'ready',
    settleOverLimit: async (frontierEntry) => {
      await closePage(frontierEntry, overLimitReason, 'limit')
      counts.done++
    },
    isRead: (address) => readAddresses.has(address),
    rewrite: (address, visit) => {
      const sketch = packSketch(createSketch(visit.text.text))
      return savePage(run, { address, text: visit.text, sketch, ...visitFields(visit, address) })
    },
    flush,
  }
}

const toPageText = (sourceText: SourceText): PageText => ({
  hash: hashOfText(sourceText),
  title: sourceText.title,
  sketch: createSketch(sourceText.text),
})
const storedPageText = (pageRow: PageRow | null): PageText => ({
  hash: pageRow?.contentHash ?? '',
  title: pageRow?.title ?? '',
  sketch: unpackSketch(pageRow?.sketch ?? null),
})

/** Links are stored relative to their page where they are of the same origin. */
const visitFields = ({ links, note = null, ...visit }: ReadVisit, address: string) => {
  const { origin } = new URL(address)
  const relativeLinks = links.map((link) => (link.startsWith(`${origin}/`) ? link.slice(origin.length) : link))
  return { ...pickVersion(visit), reason: note, links: [...new Set(relativeLinks)] }
}

const pickVersion = ({ etag, lastModified, bodyHash }: Version): Version => ({ etag, lastModified, bodyHash })

const isNewVersion = (before: PageRow | null, { etag, lastModified, bodyHash }: Version): boolean =>
  before?.etag !== etag || before.lastModified !== lastModified || before.bodyHash !== bodyHash
