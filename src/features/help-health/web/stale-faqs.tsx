import { Check, FileQuestion, Pencil } from 'lucide-react'
import { formatDate } from '../../../kernel/format.ts'
import { QueryList } from '../../../web/list/query-list.tsx'
import { useRowFocus } from '../../../web/list/use-row-focus.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import type { StaleFaq } from '../contract.ts'
import { EMPTY_STATE_TEXTS, voteCountText } from './health-words.ts'
import { type ReviewFilters, useReview, useStaleFaqs } from './use-help-health.ts'

/** FAQs to review for one reason. */
export function StaleFaqs({ filters, mayWrite }: { filters: ReviewFilters; mayWrite: boolean }) {
  const { query, pageCount, beyond } = useStaleFaqs(filters)
  const { review, busy } = useReview()
  const { list, leaving } = useRowFocus(query.data?.items.map(({ id }) => id) ?? [], '[data-settle]')
  return (
    <QueryList
      query={query}
      beyond={beyond}
      failed="The FAQs could not be loaded"
      rows={4}
      empty={{ icon: FileQuestion, ...EMPTY_STATE_TEXTS[filters.state] }}
    >
      {(faqs) => (
        <>
          <ul
            ref={list}
            aria-label="FAQs to review"
            aria-busy={query.isPlaceholderData}
            className="divide-y divide-line"
          >
            {faqs.map((faq, position) => (
              <Row
                key={faq.id}
                faq={faq}
                mayWrite={mayWrite}
                busy={busy}
                onReview={() => {
                  leaving(position)
                  review(faq)
                }}
              />
            ))}
          </ul>
          {pageCount > 1 && (
            <div className="border-t border-line px-5 py-3.5">
              <Pagination page={filters.page} pageCount={pageCount} onPageChange={filters.setPage} />
            </div>
          )}
        </>
      )}
    </QueryList>
  )
}

interface RowProps {
  faq: StaleFaq
  mayWrite: boolean
  busy: boolean
  onReview: () => void
}

function Row({ faq, mayWrite, busy, onReview }: RowProps) {
  const { id, question, reviewed_at: at, reviewed_by: by } = faq
  const votes = voteCountText(faq)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-md font-medium [overflow-wrap:anywhere]">{question}</p>
        <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
          {`${by ? `Reviewed by ${by}` : 'Changed'}, ${formatDate(at)}`}
          {votes && ` · ${votes}`}
        </p>
      </div>
      <span className="flex flex-wrap gap-2">
        <ButtonLink
          size="sm"
          icon={mayWrite ? <Pencil size={14} /> : undefined}
          to={`/pages?faq=${id}`}
          aria-label={`${mayWrite ? 'Edit' : 'Open'} “${question}”`}
        >
          {mayWrite ? 'Edit' : 'Open'}
        </ButtonLink>
        {mayWrite && (
          <Button
            size="sm"
            data-settle
            icon={<Check size={14} />}
            disabled={busy}
            aria-label={`Still right: “${question}”`}
            onClick={onReview}
          >
            Still right
          </Button>
        )}
      </span>
    </li>
  )
}
