import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { api } from '../../../../web/api/api.ts'
import { AnchoredPopover } from '../../../../web/ui/anchored-popover.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { Select, type SelectOption } from '../../../../web/ui/select.tsx'
import type { QuestionFilterValues } from '../../contract.ts'
import { useMembers } from '../teamwork/use-members.ts'
import type { FurtherFilter, QuestionFilters } from './use-question-filters.ts'

const ANY = 'any'

const OUTCOMES = [
  { value: 'answered', label: 'Answered' },
  { value: 'suggested', label: 'Suggested' },
  { value: 'refused', label: 'Not found' },
  { value: 'unavailable', label: 'Unavailable' },
]

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' })

/** The name of a language; its code where it has none. */
function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code
  } catch {
    return code
  }
}

const valuesOf = ({ pages, sources, languages }: QuestionFilterValues) => ({
  page_url: pages.map(({ url }) => ({ value: url, label: url })),
  source_id: sources.map(({ id, title }) => ({ value: id, label: title })),
  language: languages.map(({ language }) => ({ value: language, label: languageName(language) })),
})

interface FurtherFiltersPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLButtonElement | null>
  filters: QuestionFilters
}

export default function FurtherFiltersPopup({ open, onOpenChange, anchor, filters }: FurtherFiltersPopupProps) {
  const members = useMembers()
  const { data, isError } = useQuery(api.questions.filters.queryOptions({ enabled: open, staleTime: 0 }))
  const found = data ? valuesOf(data) : { page_url: [], source_id: [], language: [] }
  const fields: { filter: FurtherFilter; label: string; options: SelectOption<string>[] }[] = [
    { filter: 'outcome', label: 'Outcome', options: OUTCOMES },
    {
      filter: 'assignee',
      label: 'Assigned to',
      options: [{ value: 'none', label: 'No one' }, ...members.map(({ id, name }) => ({ value: id, label: name }))],
    },
    { filter: 'page_url', label: 'Page', options: found.page_url },
    { filter: 'source_id', label: 'Source', options: found.source_id },
    { filter: 'language', label: 'Language', options: found.language },
  ]
  return (
    <AnchoredPopover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      label="Filters"
      className="w-80 max-w-[calc(100vw-1rem)] space-y-3 p-4"
    >
      {fields.map(({ filter, label, options }) => (
        <FilterField key={filter} filter={filter} label={label} options={options} filters={filters} />
      ))}
      {isError && <p className="text-sm text-bad">The pages, sources and languages could not be loaded.</p>}
      {filters.filtered && (
        <Button size="sm" variant="ghost" onClick={filters.clear}>
          Clear all filters
        </Button>
      )}
    </AnchoredPopover>
  )
}

interface FilterFieldProps {
  filter: FurtherFilter
  label: string
  options: SelectOption<string>[]
  filters: QuestionFilters
}

function FilterField({ filter, label, options, filters }: FilterFieldProps) {
  const chosen = filters.further[filter]
  // A value from a link may not be among those of the last questions.
  const isUnknown = chosen !== undefined && options.every(({ value }) => value !== chosen)
  return (
    <Field label={label}>
      <Select
        size="sm"
        options={[{ value: ANY, label: 'Any' }, ...(isUnknown ? [{ value: chosen, label: chosen }] : []), ...options]}
        value={chosen ?? ANY}
        onValueChange={(value) => filters.setFurther(filter, value === ANY ? null : value)}
      />
    </Field>
  )
}
