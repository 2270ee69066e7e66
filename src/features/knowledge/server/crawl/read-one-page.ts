import { AppError } from '../../../../kernel/app-error.ts'
import { normalizeWebsiteUrl } from '../../../workspaces/server/index.ts'
import { INVALID_URL } from '../../contract.ts'
import type { MarkedFaq } from '../../domain/marked-faq.ts'
import type { KnowledgeServices } from '../services.ts'
import { findStart } from './find-start.ts'
import { politeFetch } from './polite-fetch.ts'
import { CrawlRefused } from './robots.ts'
import { textReaders, visitPage } from './visit-page.ts'

const TIME_LIMIT_MS = 12_000
/** More are refused, so that crawls keep their parsers. */
const MAX_CONCURRENT = 2

let runningReads = 0

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
  typedAddress: string,
): Promise<OnePage | { problem: string }> {
  const websiteUrl = normalizeWebsiteUrl(typedAddress)
  if (!websiteUrl) return { problem: INVALID_URL }
  if (runningReads >= MAX_CONCURRENT) return { problem: 'The server is busy. Try again in a few seconds.' }
  runningReads += 1
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    const fetch = politeFetch({ allowHosts: services.allowHosts, signal, timeLimitMs: TIME_LIMIT_MS })
    const { start } = await findStart(websiteUrl, fetch)
    const readers = textReaders(services.parser)
    const options = { fetch, readers, contentSelector: null, signal, ignoresCanonical: true }
    const pageVisit = await visitPage({ address: start, before: null }, options)
    if (pageVisit.kind === 'read') {
      const { title, text, faqs = [] } = pageVisit.text
      return { url: start, title, text, faqs }
    }
    return { problem: 'reason' in pageVisit ? pageVisit.reason : 'The page could not be read.' }
  } catch (readError) {
    if (readError instanceof CrawlRefused || readError instanceof AppError) return { problem: readError.message }
    if (signal.aborted) return { problem: 'That address took too long to answer.' }
    throw readError
  } finally {
    runningReads -= 1
  }
}
