import { formatNumber } from '../../../../kernel/format.ts'
import { differenceOf } from '../../domain/distinct-texts.ts'
import { createNearDuplicates, sketchOf } from '../../domain/resemblance.ts'
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

const limitReason = (max: number): string => `It is over the limit of ${formatNumber(max)} pages for a website.`

export function createPageSettlement(options: {
  run: CrawlRun
  start: string
  pagesMax: number
  /** Updated in place. */
  counts: CrawlCounts
  known: ReadonlyMap<string, PageRow>
}): PageSettlement {
  const { run, pagesMax, counts } = options
  const texts = new Map<string, string>()
  const nearDuplicates = createNearDuplicates()
  const read = new Set<string>()
  /** Pages that are being stored. */
  const writing = new Map<string, Promise<void>>()
  let unchanged: string[] = []
  const overLimit = limitReason(pagesMax)

  const register = (address: string, { hash, title, sketch }: PageText) => {
    texts.set(hash, address)
    nearDuplicates.add(address, title, sketch)
    read.add(address)
  }
  // Pages of earlier parts of this run.
  for (const [address, { settledBy, state, reason, contentHash, title, sketch }] of options.known)
    if (settledBy === run.runId && state === 'ready' && !isStillUsed(reason) && contentHash !== null)
      register(address, { hash: contentHash, title, sketch: unpackSketch(sketch) })

  async function flush(): Promise<void> {
    const batch = unchanged
    unchanged = []
    await markUnchanged(run, batch)
  }

  async function close(
    { address, before }: Pick<FrontierEntry, 'address' | 'before'>,
    reason: string,
    waitsFor: PageRow['waitsFor'] = null,
  ) {
    const isSame = before?.state === 'skipped' && before.reason === reason && before.waitsFor === waitsFor
    if (isSame) unchanged.push(address)
    else if (await skipPage(run, address, { reason, waitsFor })) return void counts.removed++
    counts.skipped++
  }

  /** Stores a text that nearly repeats another one, with the difference in the names of both; or skips it. */
  async function settleNear(entry: FrontierEntry, visit: ReadVisit, text: PageText, near: string): Promise<void> {
    await writing.get(near)
    const other = await readPageText(run, near)
    const difference = other === null ? null : differenceOf(other, visit.text.text)
    if (difference === null) return close(entry, `Nearly a duplicate of ${near}.`)
    await labelVariant(run, near, difference.left || new URL(near).pathname)
    await store(entry, visit, text, difference.right || new URL(entry.address).pathname)
  }

  async function store(entry: FrontierEntry, visit: ReadVisit, text: PageText, variant: string | null): Promise<void> {
    const { address, before } = entry
    if (read.size >= pagesMax) return close(entry, overLimit, 'limit')
    register(address, text)
    if (before?.state === 'ready') counts.changed++
    else counts.added++
    const stored = { ...storedOf(visit, address), variant, sketch: packSketch(text.sketch) }
    const write = savePage(run, { address, text: visit.text, ...stored })
    writing.set(address, write)
    await write.finally(() => writing.delete(address))
  }

  async function settleText(entry: FrontierEntry, visit: ReadVisit | SameVisit): Promise<void> {
    const { address, before } = entry
    const text = visit.kind === 'read' ? textOf(visit.text) : textOfRow(before)
    const twin = texts.get(text.hash)
    if (twin) return close(entry, `Duplicate of ${twin}.`)
    if (visit.kind === 'read' && (before?.state !== 'ready' || before.contentHash !== text.hash)) {
      const near = nearDuplicates.find(text.title, text.sketch)
      return near ? settleNear(entry, visit, text, near) : store(entry, visit, text, null)
    }
    // An unchanged page was compared when it was stored.
    if (read.size >= pagesMax) return close(entry, overLimit, 'limit')
    register(address, text)
    counts.unchanged++
    unchanged.push(address)
    const version = visit.kind === 'read' ? visit : visit.version
    const hasNewNote = visit.kind === 'read' && (visit.note ?? null) !== before?.reason
    if (version && (hasNewNote || isNewVersion(before, version)))
      await updateVersion(run, address, visit.kind === 'read' ? storedOf(visit, address) : versionOf(version))
  }

  async function settleVisit(entry: FrontierEntry, visit: Visit): Promise<void> {
    const { address } = entry
    if (entry.isLinksOnly) return close(entry, LEFT_OUT_BY_PATTERNS)
    switch (visit.kind) {
      case 'failed': {
        const waitsFor = visit.isTimeout ? 'retry' : null
        if (waitsFor === null) counts.failed++
        return recordUnreadPage(run, address, { state: 'failed', reason: visit.reason, waitsFor })
      }
      case 'gone':
        return settleGone(entry, visit.reason)
      case 'closed':
        return close(entry, visit.reason)
      case 'withheld':
        counts.skipped++
        return recordUnreadPage(run, address, { state: 'skipped', reason: visit.reason, waitsFor: visit.waitsFor })
      case 'moved':
        counts.skipped++
        return recordUnreadPage(run, address, { state: 'skipped', reason: visit.reason, movedTo: visit.target })
      case 'read':
      case 'same':
        return settleText(entry, visit)
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
    setFound: (found) => {
      counts.found = found
    },
    refuse: async (found, reason) => {
      counts.done++
      if (found.before) await close(found, reason)
      else counts.skipped++
    },
    settle: async (entry, visit) => {
      await settleVisit(entry, visit)
      counts.done++
      if (unchanged.length >= UNCHANGED_BATCH) await flush()
    },
    isOverLimit: ({ before }) => read.size >= pagesMax && before?.state !== 'ready',
    settleOverLimit: async (entry) => {
      await close(entry, overLimit, 'limit')
      counts.done++
    },
    isRead: (address) => read.has(address),
    rewrite: (address, visit) => {
      const sketch = packSketch(sketchOf(visit.text.text))
      return savePage(run, { address, text: visit.text, sketch, ...storedOf(visit, address) })
    },
    flush,
  }
}

const textOf = (text: SourceText): PageText => ({
  hash: hashOfText(text),
  title: text.title,
  sketch: sketchOf(text.text),
})
const textOfRow = (row: PageRow | null): PageText => ({
  hash: row?.contentHash ?? '',
  title: row?.title ?? '',
  sketch: unpackSketch(row?.sketch ?? null),
})

/** Links are stored relative to their page where they are of the same origin. */
const storedOf = ({ links, note = null, ...visit }: ReadVisit, address: string) => {
  const { origin } = new URL(address)
  const relative = links.map((link) => (link.startsWith(`${origin}/`) ? link.slice(origin.length) : link))
  return { ...versionOf(visit), reason: note, links: [...new Set(relative)] }
}

const versionOf = ({ etag, lastModified, bodyHash }: Version): Version => ({ etag, lastModified, bodyHash })

const isNewVersion = (before: PageRow | null, { etag, lastModified, bodyHash }: Version): boolean =>
  before?.etag !== etag || before.lastModified !== lastModified || before.bodyHash !== bodyHash
