import { Button } from '../../../../web/ui/button.tsx'
import { SearchBox } from '../../../../web/ui/search-box.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { useSearchText } from '../../../../web/ui/use-search-text.ts'
import { FAQ_STATUSES, type FaqStatus } from '../../contract.ts'
import { STATUS_LABELS } from '../status-labels.ts'
import type { useFaqFilters } from './use-faq-filters.ts'
import { useCategories } from './use-faqs.ts'

/** A value that no category can have, since names are trimmed and not empty. */
const ALL = ' all'

/** Text search, category and status. */
export function FaqToolbar({ state }: { state: ReturnType<typeof useFaqFilters> }) {
  const { filters } = state
  const [text, setText] = useSearchText(filters.q, state.setQ)
  const categories = useCategories()
  const names =
    !filters.category || categories.includes(filters.category) ? categories : [...categories, filters.category]
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      <SearchBox value={text} onValueChange={setText} placeholder="Search FAQs..." />
      <div className="w-44 max-lg:min-w-36 max-lg:flex-1">
        <Select
          label="Category"
          options={[{ value: ALL, label: 'All categories' }, ...names.map((name) => ({ value: name, label: name }))]}
          value={filters.category ?? ALL}
          onValueChange={(value) => state.setCategory(value === ALL ? null : value)}
        />
      </div>
      <div className="w-36 max-lg:min-w-32 max-lg:flex-1">
        <Select<FaqStatus | typeof ALL>
          label="Status"
          options={[
            { value: ALL, label: 'All statuses' },
            ...FAQ_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
          ]}
          value={filters.status ?? ALL}
          onValueChange={(value) => state.setStatus(value === ALL ? null : value)}
        />
      </div>
      {state.filtered && (
        <Button variant="ghost" onClick={state.clear}>
          Clear filters
        </Button>
      )}
    </search>
  )
}
