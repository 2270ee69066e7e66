import { formatNumber } from '../../../../kernel/format.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { faqCount } from '../../domain/many-faqs.ts'
import type { useFaqFilters } from './use-faq-filters.ts'

interface FaqListNoteProps {
  shown: number
  /** Undefined before it is known. */
  total: number | undefined
  state: ReturnType<typeof useFaqFilters>
}

/** Number of FAQs, and the reason why rows cannot be moved, if any. */
export function FaqListNote({ shown, total = shown, state }: FaqListNoteProps) {
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      <span role="status" className="tabular-nums">
        {state.filtered ? `${formatNumber(shown)} of ${faqCount(total)}` : faqCount(total)}
      </span>
      {(state.filtered || state.sort) && (
        <span className="flex items-center gap-1">
          <span>Rows can be moved in the default order without filters.</span>
          <Button size="sm" variant="ghost" onClick={state.showDefault}>
            Show it
          </Button>
        </span>
      )}
    </div>
  )
}
