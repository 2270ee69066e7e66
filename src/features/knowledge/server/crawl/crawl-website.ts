import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import { isInScope } from '../../domain/page-address.ts'
import { createLikenesses, sketchOf } from '../../domain/resemblance.ts'
import { hashOfText } from '../source-chunks.ts'
import type { WebsiteRow } from '../website-rows.ts'
import { findStart, sitemapsOf } from './find-start.ts'
import { createFrontier, type Entry } from './frontier.ts'
import { dropPages, enterPages, keepPage, knownPages, leaveOut, notePage, seenAgain } from './page-rows.ts'
import { politeFetch } from './polite-fetch.ts'
import { createSiteTexts, saveRepeatedBlocks } from './site-texts.ts'
import { pagesOfSitemaps } from './sitemaps.ts'
import { packSketch, unpackSketch } from './sketch-text.ts'
import { type Readers, type Visit, visitPage } from './visit-page.ts'

export interface Counts {
  /** Addresses known, and those of them that have been dealt with. */
  found: number
  done: number
  /** Numbers of new, updated, unchanged, skipped, removed and failed pages. */
  added: number
  changed: number
  unchanged: number
  skipped: number
  removed: number
  failed: number
}

interface Crawl {
  ctx: WorkspaceContext
  website: Pick<WebsiteRow, 'id' | 'url' | 'scope' | 'contentSelector' | 'repeatedBlocks'>
  /** Maximum number of stored pages. */
  pagesMax: number
  allowHosts: readonly string[]
  readers: Readers
  /** For one request; for tests. */
  timeLimitMs?: number | undefined
  signal: AbortSignal
  /** Called after each page with what has come of the pass so far. */
  progress(counts: Counts): Promise<void>
}

/** Pages on their way at the same time. */
const SIDE_BY_SIDE = 4
/** Addresses that are kept for each page that may be, and for any website. */
const ADDRESSES_A_PAGE = 4
const ADDRESSES_MIN = 2_000

/**
 * One pass over a website. Every address found has a row in the ledger from then on. What was read before is only taken
 * away at the end, and only when the website gave all that it has.
 * @returns what came of it, and how many pages it `missed`: they may be there and could not be had
 * @throws CrawlRefused where nothing could be read at all; AppError where the website cannot be reached
 */
export async function crawlWebsite(options: Crawl): Promise<{ counts: Counts; missed: number }> {
  const { ctx, website, signal } = options
  const fetch = politeFetch({ allowHosts: options.allowHosts, signal, timeLimitMs: options.timeLimitMs })
  const { start, robots } = await findStart(website.url, fetch)
  const known = await knownPages(ctx, website.id)
  const max = Math.max(ADDRESSES_MIN, options.pagesMax * ADDRESSES_A_PAGE)
  const frontier = createFrontier({ start, scope: website.scope, known, max, allows: robots.allows })
  const counts: Counts = { found: 0, done: 0, added: 0, changed: 0, unchanged: 0, skipped: 0, removed: 0, failed: 0 }
  const siteTexts = createSiteTexts(website.repeatedBlocks)
  const texts = new Map<string, string>()
  const likenesses = createLikenesses()
  const dropped: { address: string; reason: string; gone: boolean }[] = []
  /** Pages on their way, by address. */
  const running = new Map<string, Promise<void>>()
  let kept = 0
  /** Pages that may be there and could not be had: it is not known what is gone. */
  let missed = 0

  const enter = async () => {
    const news = frontier.takeNews()
    await enterPages(ctx, website.id, news)
    for (const { address, reason } of news) {
      if (reason === null) continue
      counts.done++
      if (known.get(address)?.state === 'ready') dropped.push({ address, reason, gone: false })
      else counts.skipped++
    }
    counts.found = frontier.size()
  }

  /** Known pages are checked at the end of the crawl. */
  async function note({ address, before }: Entry, state: 'skipped' | 'failed', reason: string, gone = false) {
    if (before?.state === 'ready' && (state === 'skipped' || gone)) return void dropped.push({ address, reason, gone })
    if (state === 'skipped' || gone) counts.skipped++
    await notePage(ctx, website.id, address, { state, reason })
  }

  /** Why the text need not be kept: another page says it. Takes the text for said from then on. */
  function repeated(address: string, hash: string, title: string, sketch: Uint32Array): string | null {
    const twin = texts.get(hash)
    if (twin) return `Duplicate of ${twin}.`
    const near = likenesses.find(title, sketch)
    if (near) return `Nearly a duplicate of ${near}.`
    if (kept >= options.pagesMax) return limitReason(options.pagesMax)
    texts.set(hash, address)
    likenesses.add(address, title, sketch)
    kept++
    return null
  }

  async function settle(entry: Entry, visit: Visit): Promise<void> {
    const { address, before } = entry
    if (visit.kind === 'failed') {
      counts.failed++
      if (!visit.lasting) missed++
      return note(entry, 'failed', visit.reason)
    }
    if (visit.kind === 'gone') return note(entry, 'failed', visit.reason, true)
    if (visit.kind === 'skipped') return note(entry, 'skipped', visit.reason)
    const isRead = visit.kind === 'read'
    const hash = isRead ? hashOfText(visit.text) : (before?.contentHash ?? '')
    const sketch = isRead ? sketchOf(visit.text.text) : unpackSketch(before?.sketch ?? null)
    const title = isRead ? visit.text.title : (before?.title ?? '')
    const reason = repeated(address, hash, title, sketch)
    if (reason !== null) return note(entry, 'skipped', reason)
    if (isRead && (before?.state !== 'ready' || before.contentHash !== hash)) {
      if (before?.state === 'ready') counts.changed++
      else counts.added++
      const { text, etag, lastModified } = visit
      return keepPage(ctx, { websiteId: website.id, address, text, sketch: packSketch(sketch), etag, lastModified })
    }
    counts.unchanged++
    return seenAgain(ctx, website.id, address)
  }

  async function handle(entry: Entry): Promise<void> {
    const visit: Visit =
      kept >= options.pagesMax && entry.before?.state !== 'ready'
        ? { kind: 'skipped', reason: limitReason(options.pagesMax), links: [] }
        : await visitPage(entry, {
            fetch,
            readers: options.readers,
            contentSelector: website.contentSelector,
            signal,
          })
    for (const link of visit.links) frontier.add(link, entry.address)
    await enter()
    // Prefers URLs without a query, so that the first of two duplicates is the canonical one.
    await running.get(withoutQuery(entry.address))
    await settle(entry, entry.before?.readWhole ? visit : siteTexts.compare(entry.address, visit))
    counts.done++
    await options.progress({ ...counts })
  }

  frontier.add(start, start, { named: true })
  // Known pages are checked again, even without a link to them.
  for (const [address, { state }] of known)
    if (state === 'ready' || state === 'queued') frontier.add(address, start, { named: true })
  if (website.scope !== 'page')
    for (const page of await pagesOfSitemaps(sitemapsOf({ start, robots }), fetch, max))
      frontier.add(page, start, { named: true })
  await enter()

  const sideBySide = robots.crawlDelay ? 1 : SIDE_BY_SIDE
  try {
    for (;;) {
      signal.throwIfAborted()
      const entry = running.size < sideBySide ? frontier.next() : undefined
      if (entry) {
        const { address } = entry
        running.set(
          address,
          handle(entry).finally(() => running.delete(address)),
        )
      } else if (running.size > 0) await Promise.race(running.values())
      else break
    }
  } finally {
    await Promise.allSettled(running.values())
  }

  const keptAddresses = new Set(texts.values())
  // The first pages were read before it was known what all of them repeat.
  for (const { address, visit } of siteTexts.changedSince()) {
    if (!keptAddresses.has(address)) continue
    const { text, etag, lastModified } = visit
    const sketch = packSketch(sketchOf(text.text))
    await keepPage(ctx, { websiteId: website.id, address, text, sketch, etag, lastModified })
  }
  await saveRepeatedBlocks(ctx, website.id, siteTexts.repeated())
  for (const [address, { state }] of known) {
    if (frontier.has(address)) continue
    // Addresses that led nowhere and that nothing leads to any more.
    if (state === 'failed' || state === 'skipped') dropped.push({ address, reason: '', gone: true })
    else if (state === 'ready' && address !== start && !isInScope(address, start, website.scope))
      dropped.push({ address, reason: 'Outside the selected part of this website.', gone: false })
  }
  if (missed === 0) counts.removed = await dropPages(ctx, website.id, dropped)
  else
    for (const { address, reason } of dropped)
      if (reason !== '') await notePage(ctx, website.id, address, { state: 'skipped', reason })
  await leaveOut(ctx, website.id, 'Not found during the last crawl.')
  return { counts, missed }
}

/** Empty where there is no query: nothing waits for itself. */
const withoutQuery = (address: string): string => address.slice(0, Math.max(0, address.indexOf('?')))

const limitReason = (max: number): string => `It is over the limit of ${max.toLocaleString('en')} pages for a website.`
