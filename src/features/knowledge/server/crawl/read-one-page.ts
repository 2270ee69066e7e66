import { AppError } from '../../../../kernel/app-error.ts'
import { normalizeWebsiteUrl } from '../../../workspaces/server/index.ts'
import { INVALID_URL } from '../../contract.ts'
import type { MarkedFaq } from '../../domain/marked-faq.ts'
import type { KnowledgeServices } from '../services.ts'
import { findStart } from './find-start.ts'
import { politeFetch } from './polite-fetch.ts'
import { CrawlRefused } from './robots.ts'
import { textReaders, visitPage } from './visit-page.ts'

/** Maximum duration in milliseconds. */
const TIME_LIMIT_MS = 12_000
/** More are refused, so that crawls keep their parsers. */
const MAX_CONCURRENT = 2

let running = 0

/** A page as it was read. Nothing of it is stored. */
export interface OnePage {
  url: string
  title: string
  /** Markdown. */
  text: string
  faqs: readonly MarkedFaq[]
}

/**
 * Reads one page by the rules of a crawl (robots.txt, public hosts, the same limits), and keeps nothing.
 * @returns the page, or the reason why it cannot be read
 */
export async function readOnePage(
  services: Pick<KnowledgeServices, 'parser' | 'allowHosts'>,
  typed: string,
): Promise<OnePage | { problem: string }> {
  const url = normalizeWebsiteUrl(typed)
  if (!url) return { problem: INVALID_URL }
  if (running >= MAX_CONCURRENT) return { problem: 'The server is busy. Try again in a few seconds.' }
  running += 1
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    const fetch = politeFetch({ allowHosts: services.allowHosts, signal, timeLimitMs: TIME_LIMIT_MS })
    const { start } = await findStart(url, fetch)
    const entry = { address: start, before: null, isLinksOnly: false }
    const readers = textReaders(services.parser)
    const visit = await visitPage(entry, { fetch, readers, contentSelector: null, signal, ignoresCanonical: true })
    if (visit.kind === 'read') {
      const { title, text, faqs = [] } = visit.text
      return { url: start, title, text, faqs }
    }
    return { problem: 'reason' in visit ? visit.reason : 'The page could not be read.' }
  } catch (error) {
    if (error instanceof CrawlRefused || error instanceof AppError) return { problem: error.message }
    if (signal.aborted) return { problem: 'That address took too long to answer.' }
    throw error
  } finally {
    running -= 1
  }
}
