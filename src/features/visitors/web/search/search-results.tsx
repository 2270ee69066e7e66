import type { SearchResult } from '../../../answering/contract.ts'
import { linkAddress } from '../../domain/web-address.ts'
import type { HelpState } from '../help-state.ts'
import { ArrowIcon } from '../icons.tsx'
import { FaqItem } from '../list/faq-item.tsx'
import { Highlighted } from './highlighted.tsx'
import type { SearchEntry } from './search-entries.ts'

/** Results, best first: FAQs to expand in place, links for other sources. */
export function SearchResults({ entries, query, state }: { entries: SearchEntry[]; query: string; state: HelpState }) {
  return entries.map((entry) =>
    entry.slug === undefined ? (
      <ResultLink key={entry.id} result={entry} query={query} />
    ) : (
      <FaqItem key={entry.id} faq={entry} group="_found" query={query} state={state} />
    ),
  )
}

function ResultLink({ result, query }: { result: SearchResult; query: string }) {
  const href = linkAddress(result.url)
  const text = (
    <span className="min-w-0 flex-1">
      <span className="block strong" dir="auto">
        <Highlighted text={result.title} query={query} />
      </span>
      <span className="mt-1 line-clamp-2 text-ink-soft" dir="auto">
        <Highlighted text={result.excerpt} query={query} />
      </span>
    </span>
  )
  if (!href) return <div className="result">{text}</div>
  return (
    <a className="result" href={href}>
      {text}
      <ArrowIcon size={16} className="text-ink-faint" />
    </a>
  )
}
