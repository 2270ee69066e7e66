import type { SearchResult } from '../../answering/contract.ts'
import { linkAddress } from '../domain/web-address.ts'
import { EmptyState } from './empty-state.tsx'
import { FaqItem } from './faq-item.tsx'
import { ArrowIcon } from './icons.tsx'
import type { SearchEntry } from './search-entries.ts'

/** What was found, best first: FAQs to open on the spot, links for the rest. */
export function SearchResults({ entries, base }: { entries: SearchEntry[]; base: string }) {
  if (!entries.length) return <EmptyState>Try adjusting your search terms.</EmptyState>
  return entries.map((entry) =>
    'faq' in entry ? (
      <FaqItem key={entry.faq.id} faq={entry.faq} group="_found" href={`${base}/${entry.faq.slug}`} />
    ) : (
      <ResultLink key={entry.link.id} result={entry.link} />
    ),
  )
}

function ResultLink({ result }: { result: SearchResult }) {
  const href = linkAddress(result.url)
  const text = (
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{result.title}</span>
      <span className="mt-1 line-clamp-2 text-ink-soft">{result.excerpt}</span>
    </span>
  )
  if (!href) return <div className="result">{text}</div>
  return (
    <a className="result" href={href}>
      {text}
      <ArrowIcon size={16} className="shrink-0 text-ink-faint" />
    </a>
  )
}
