import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { WebsiteScope } from '../../contract.ts'
import { isSameWebsite, pageAddress } from '../../domain/page-address.ts'
import type { Parser } from '../parsing/parser.ts'
import { hashOfText } from '../source-chunks.ts'
import { createFrontier, type Entry } from './frontier.ts'
import { dropPages, enterPages, keepPage, knownPages, leaveOut, notePage, seenAgain } from './page-rows.ts'
import { type PoliteFetch, politeFetch } from './polite-fetch.ts'
import { CrawlRefused, readRobots } from './robots.ts'
import { pagesOfSitemaps } from './sitemaps.ts'
import { type Visit, visitPage } from './visit-page.ts'

export interface Counts {
  found: number
  done: number
  changed: number
  unchanged: number
  removed: number
  failed: number
}

interface Crawl {
  ctx: WorkspaceContext
  website: { id: string; url: string; scope: WebsiteScope }
  /** So many pages are kept. */
  pagesMax: number
  allowHosts: readonly string[]
  parser: Parser
  signal: AbortSignal
  /** Called after each page with what has come of the pass so far. */
  progress(counts: Counts): Promise<void>
}

/** Pages on their way at the same time. */
const SIDE_BY_SIDE = 4
/** Addresses that are kept for each page that may be. */
const ADDRESSES_A_PAGE = 4
const REDIRECTS_MAX = 5

/** Where reading begins: the address, or where it leads on the same website. @throws CrawlRefused */
async function findStart(url: string, fetch: PoliteFetch): Promise<string> {
  let at = pageAddress(url) ?? url
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const { status, headers } = await fetch.get(at)
    const target =
      status >= 300 && status < 400 && status !== 304 ? pageAddress(headers.get('location') ?? '', at) : null
    if (!target) {
      if (status === 200) return at
      throw new CrawlRefused(`The website answered with an error (${status}). Nothing was changed.`)
    }
    if (!isSameWebsite(target, at))
      throw new CrawlRefused(`The address leads to another website, ${new URL(target).host}. Add that one instead.`)
    at = target
  }
  throw new CrawlRefused('The address leads in a circle.')
}

/**
 * One pass over a website. Every address found has a row in the ledger from then on. What was read before is only taken
 * away at the end, and only when nothing failed.
 * @throws CrawlRefused where nothing could be read at all; AppError where the website cannot be reached
 */
export async function crawlWebsite(o: Crawl): Promise<Counts> {
  const { ctx, website, signal } = o
  const fetch = politeFetch({ allowHosts: o.allowHosts, signal })
  const first = pageAddress(website.url) ?? website.url
  const robots = await readRobots(new URL(first).origin, fetch)
  const start = await findStart(first, fetch)
  const rules =
    new URL(start).origin === new URL(first).origin ? robots : await readRobots(new URL(start).origin, fetch)
  if (!rules.allows(start)) throw new CrawlRefused('The website’s robots.txt asks not to read this address.')
  if (rules.crawlDelay) fetch.slowDown(rules.crawlDelay)

  const known = await knownPages(ctx, website.id)
  const frontier = createFrontier({
    start,
    scope: website.scope,
    known,
    max: o.pagesMax * ADDRESSES_A_PAGE,
    allows: rules.allows,
  })
  const counts: Counts = { found: 0, done: 0, changed: 0, unchanged: 0, removed: 0, failed: 0 }
  const texts = new Map<string, string>()
  const dropped: { address: string; reason: string; gone: boolean }[] = []
  let kept = 0

  const enter = async () => {
    const news = frontier.takeNews()
    await enterPages(ctx, website.id, news)
    const refused = news.flatMap(({ address, reason }) => (reason === null ? [] : [{ address, reason }]))
    for (const { address, reason } of refused)
      if (known.get(address)?.state === 'ready') dropped.push({ address, reason, gone: false })
    counts.done += refused.length
    counts.found = frontier.size()
  }

  /** What was read before is dealt with at the end of the pass. */
  async function note({ address, before }: Entry, state: 'skipped' | 'failed', reason: string, gone = false) {
    if (before?.state === 'ready' && (state === 'skipped' || gone)) dropped.push({ address, reason, gone })
    else await notePage(ctx, website.id, address, { state, reason })
  }

  async function settle(entry: Entry, visit: Visit): Promise<void> {
    const { address, before } = entry
    if (visit.kind === 'failed') {
      counts.failed++
      return note(entry, 'failed', visit.reason)
    }
    if (visit.kind === 'gone') return note(entry, 'failed', visit.reason, true)
    if (visit.kind === 'skipped') return note(entry, 'skipped', visit.reason)
    const hash = visit.kind === 'read' ? hashOfText(visit.text) : (before?.contentHash ?? '')
    const twin = texts.get(hash)
    if (twin) return note(entry, 'skipped', `It says the same as ${twin}.`)
    if (kept >= o.pagesMax) return note(entry, 'skipped', limitReason(o.pagesMax))
    texts.set(hash, address)
    kept++
    if (visit.kind === 'read' && (before?.state !== 'ready' || before.contentHash !== hash)) {
      counts.changed++
      const { text, etag, lastModified } = visit
      return keepPage(ctx, { websiteId: website.id, address, text, etag, lastModified })
    }
    counts.unchanged++
    return seenAgain(ctx, website.id, address)
  }

  async function handle(entry: Entry): Promise<void> {
    const visit: Visit =
      kept >= o.pagesMax && entry.before?.state !== 'ready'
        ? { kind: 'skipped', reason: limitReason(o.pagesMax), links: [] }
        : await visitPage(entry, { fetch, parser: o.parser, signal })
    for (const link of visit.links) frontier.add(link, entry.address)
    await enter()
    await settle(entry, visit)
    counts.done++
    await o.progress({ ...counts })
  }

  frontier.add(start, start, { named: true })
  // What is known is looked at again, wherever it is linked from today.
  for (const [address, { state }] of known)
    if (state === 'ready' || state === 'queued') frontier.add(address, start, { named: true })
  if (website.scope !== 'page') {
    const sitemaps = rules.sitemaps.length > 0 ? rules.sitemaps : [new URL('/sitemap.xml', start).href]
    for (const page of await pagesOfSitemaps(sitemaps, fetch, o.pagesMax * ADDRESSES_A_PAGE))
      frontier.add(page, start, { named: true })
  }
  await enter()

  const running = new Set<Promise<void>>()
  const sideBySide = rules.crawlDelay ? 1 : SIDE_BY_SIDE
  try {
    for (;;) {
      signal.throwIfAborted()
      const entry = running.size < sideBySide ? frontier.next() : undefined
      if (entry) {
        const visit = handle(entry).finally(() => running.delete(visit))
        running.add(visit)
      } else if (running.size > 0) await Promise.race(running)
      else break
    }
  } finally {
    await Promise.allSettled(running)
  }

  // Addresses that led nowhere and that nothing leads to any more.
  for (const [address, { state }] of known)
    if ((state === 'failed' || state === 'skipped') && !frontier.has(address))
      dropped.push({ address, reason: '', gone: true })
  if (counts.failed === 0) counts.removed = await dropPages(ctx, website.id, dropped)
  else
    for (const { address, reason } of dropped)
      if (reason !== '') await notePage(ctx, website.id, address, { state: 'skipped', reason })
  await leaveOut(ctx, website.id, 'It was not found again on the last pass.')
  return counts
}

const limitReason = (max: number): string => `It is over the limit of ${max.toLocaleString('en')} pages for a website.`
