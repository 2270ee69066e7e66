import { formatNumber } from '../../../../kernel/format.ts'
import { findDifference } from '../../domain/distinct-texts.ts'
import { createNearDuplicates, createSketch } from '../../domain/resemblance.ts'
import { hashOfText, type SourceText } from '../source-chunks.ts'
import type { CrawlCounts } from './crawl-counts.ts'
import { type FoundAddress, type FrontierEntry, LEFT_OUT_BY_PATTERNS, type PageToVisit } from './frontier.ts'
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
type FoundPage = Pick<FrontierEntry, 'address' | 'position'>
/** A page with content as of this run. */
interface PageInUse extends FoundPage {
  hash: string
  /** Null for one that an earlier part of this run has settled. */
  countedAs: 'added' | 'changed' | 'unchanged' | null
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
  const pagesInUse = new Map<string, PageInUse>()
  const pagesByHash = new Map<string, PageInUse>()
  const nearDuplicates = createNearDuplicates()
  /** Pages that are being stored. */
  const pendingWrites = new Map<string, Promise<void>>()
  let unchangedAddresses: string[] = []
  const overLimitReason = limitReason(pagesMax)

  const use = (
    { address, position }: FoundPage,
    { hash, title, sketch }: PageText,
    countedAs: PageInUse['countedAs'],
  ) => {
    const page = { address, position, hash, countedAs }
    pagesInUse.set(address, page)
    pagesByHash.set(hash, page)
    nearDuplicates.add(address, title, sketch)
  }
  // Pages of earlier parts of this run.
  for (const [address, { settledBy, state, reason, contentHash, title, sketch }] of options.known)
    if (settledBy === run.runId && state === 'ready' && !isStillUsed(reason) && contentHash !== null)
      use({ address, position: -1 }, { hash: contentHash, title, sketch: unpackSketch(sketch) }, null)

  async function flush(): Promise<void> {
    const flushedAddresses = unchangedAddresses
    unchangedAddresses = []
    await markUnchanged(run, flushedAddresses)
  }

  async function closePage({ address, before }: PageToVisit, reason: string, waitsFor: PageRow['waitsFor'] = null) {
    const hasSameReason = before?.state === 'skipped' && before.reason === reason && before.waitsFor === waitsFor
    if (hasSameReason) unchangedAddresses.push(address)
    else if (await skipPage(run, address, { reason, waitsFor })) return void counts.removed++
    counts.skipped++
  }

  /**
   * Settles a page with the text of another one: that of the page found first is used, so that the outcome does not
   * depend on which one is read first.
   * @param settleThisPage called if the other page gives way
   */
  async function settleDuplicate(
    frontierEntry: FrontierEntry,
    otherPage: PageInUse,
    duplicateReason: string,
    settleThisPage: () => Promise<void>,
  ): Promise<void> {
    const { address } = frontierEntry
    const { countedAs } = otherPage
    if (countedAs === null || !isFoundBefore(frontierEntry, otherPage))
      return closePage(frontierEntry, `${duplicateReason} ${otherPage.address}.`)
    pagesInUse.delete(otherPage.address)
    pagesByHash.delete(otherPage.hash)
    nearDuplicates.remove(otherPage.address)
    await settleThisPage()
    await pendingWrites.get(otherPage.address)
    await skipPage(run, otherPage.address, { reason: `${duplicateReason} ${address}.` })
    counts[countedAs]--
    counts[countedAs === 'added' ? 'skipped' : 'removed']++
  }

  /** Stores a text that nearly repeats another one, with the difference in the names of both; or uses one of them. */
  async function settleNearDuplicate(
    frontierEntry: FrontierEntry,
    visit: ReadVisit,
    pageText: PageText,
    nearPage: PageInUse,
  ): Promise<void> {
    await pendingWrites.get(nearPage.address)
    const nearText = await readPageText(run, nearPage.address)
    const hasChanged = pagesInUse.get(nearPage.address) !== nearPage || pagesByHash.has(pageText.hash)
    if (hasChanged) return settleText(frontierEntry, visit)
    const difference = nearText === null ? null : findDifference(nearText, visit.text.text)
    if (difference === null)
      return settleDuplicate(frontierEntry, nearPage, 'Nearly a duplicate of', () =>
        storePage(frontierEntry, visit, pageText, null),
      )
    await labelVariant(run, nearPage.address, difference.left || new URL(nearPage.address).pathname)
    await storePage(frontierEntry, visit, pageText, difference.right || new URL(frontierEntry.address).pathname)
  }

  async function storePage(
    frontierEntry: FrontierEntry,
    visit: ReadVisit,
    pageText: PageText,
    variant: string | null,
  ): Promise<void> {
    const { address, before } = frontierEntry
    if (pagesInUse.size >= pagesMax) return closePage(frontierEntry, overLimitReason, 'limit')
    const countedAs = before?.state === 'ready' ? 'changed' : 'added'
    use(frontierEntry, pageText, countedAs)
    counts[countedAs]++
    const storedFields = { ...visitFields(visit, address), variant, sketch: packSketch(pageText.sketch) }
    const pageWrite = savePage(run, { address, text: visit.text, ...storedFields })
    pendingWrites.set(address, pageWrite)
    await pageWrite.finally(() => pendingWrites.delete(address))
  }

  async function settleText(frontierEntry: FrontierEntry, visit: ReadVisit | SameVisit): Promise<void> {
    const pageText = visit.kind === 'read' ? toPageText(visit.text) : storedPageText(frontierEntry.before)
    const settleThisPage = () => settleOwnText(frontierEntry, visit, pageText)
    const samePage = pagesByHash.get(pageText.hash)
    return samePage ? settleDuplicate(frontierEntry, samePage, 'Duplicate of', settleThisPage) : settleThisPage()
  }

  /** Settles a page with a text that no other page has. */
  async function settleOwnText(
    frontierEntry: FrontierEntry,
    visit: ReadVisit | SameVisit,
    pageText: PageText,
  ): Promise<void> {
    const { address, before } = frontierEntry
    if (visit.kind === 'read' && (before?.state !== 'ready' || before.contentHash !== pageText.hash)) {
      const nearPage = pagesInUse.get(nearDuplicates.find(pageText.title, pageText.sketch) ?? '')
      return nearPage
        ? settleNearDuplicate(frontierEntry, visit, pageText, nearPage)
        : storePage(frontierEntry, visit, pageText, null)
    }
    // An unchanged page was compared when it was stored.
    if (pagesInUse.size >= pagesMax) return closePage(frontierEntry, overLimitReason, 'limit')
    use(frontierEntry, pageText, 'unchanged')
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
  async function settleGone({ address, before }: PageToVisit, reason: string): Promise<void> {
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
    isOverLimit: ({ before }) => pagesInUse.size >= pagesMax && before?.state !== 'ready',
    settleOverLimit: async (frontierEntry) => {
      await closePage(frontierEntry, overLimitReason, 'limit')
      counts.done++
    },
    isRead: (address) => pagesInUse.has(address),
    rewrite: (address, visit) => {
      const sketch = packSketch(createSketch(visit.text.text))
      return savePage(run, { address, text: visit.text, sketch, ...visitFields(visit, address) })
    },
    flush,
  }
}

/** Without a query: '' for an address that has none. */
const withoutQuery = (address: string): string => address.slice(0, Math.max(0, address.indexOf('?')))

/** An address without its query comes before the same one with it. */
const isFoundBefore = (left: FoundPage, right: FoundPage): boolean =>
  withoutQuery(right.address) === left.address ||
  (withoutQuery(left.address) !== right.address && left.position < right.position)

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
