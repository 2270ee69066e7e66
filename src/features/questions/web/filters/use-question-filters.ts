import { isId } from '../../../../kernel/ids.ts'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import type { Outcome, QuestionView } from '../../contract.ts'
import { type DayRange, readRange } from '../../domain/day-range.ts'
import { VIEWS } from './view-labels.ts'

const SEARCH_LENGTH_MAX = 200

/** Further filters, by their names in the API and in the URL, where `page` is the number of a page of the list. */
const FILTER_PARAMETERS = {
  outcome: 'outcome',
  assignee: 'assignee',
  language: 'language',
  page_url: 'on_page',
  source_id: 'source',
} as const
export type FurtherFilter = keyof typeof FILTER_PARAMETERS
const FURTHER_FILTERS = Object.keys(FILTER_PARAMETERS) as FurtherFilter[]

const OUTCOMES: readonly Outcome[] = ['answered', 'suggested', 'refused', 'unavailable']

/** Values in an address may be anything; the server refuses what cannot be. */
function isValidValue(filterName: FurtherFilter, filterValue: string): boolean {
  if (filterName === 'outcome') return OUTCOMES.some((outcome) => outcome === filterValue)
  if (filterName === 'assignee') return filterValue === 'none' || isId(filterValue)
  if (filterName === 'source_id') return isId(filterValue)
  return filterValue.length <= (filterName === 'language' ? 35 : 2_000)
}

function readFurther(parameters: URLSearchParams): Partial<Record<FurtherFilter, string>> {
  const filterEntries = FURTHER_FILTERS.map(
    (filterName) => [filterName, parameters.get(FILTER_PARAMETERS[filterName]) ?? ''] as const,
  )
  return Object.fromEntries(filterEntries.filter(([filter, value]) => value !== '' && isValidValue(filter, value)))
}

/** State in the URL: view, text, days, further filters, page, and the question with open details. */
export function useQuestionFilters() {
  const { params, change: set } = useUrlParameters()
  const searchText = (params.get('q') ?? '').slice(0, SEARCH_LENGTH_MAX)
  const dayRange = readRange(params.get('from'), params.get('to'))
  const pageNumber = /^[1-9]\d{0,5}$/u.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const furtherFilters = readFurther(params)
  const openedId = params.get('question') ?? ''

  /** Changing a filter goes back to page 1. */
  const changeFilters = (changes: Record<string, string | null>, replace: boolean) =>
    set({ page: null, ...changes }, replace)

  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'all',
    q: searchText,
    range: dayRange,
    page: pageNumber,
    further: furtherFilters,
    filtered: Boolean(searchText.trim() || dayRange.from || dayRange.to || Object.keys(furtherFilters).length > 0),
    /** The id of the question whose details are open, or null. */
    opened: isId(openedId) ? openedId : null,
    /** Also closes the open question: on a phone it would cover the list of the view. */
    setView: (newView: QuestionView) =>
      changeFilters({ view: newView === 'all' ? null : newView, question: null }, false),
    setQ: (newText: string) => changeFilters({ q: newText.slice(0, SEARCH_LENGTH_MAX) }, true),
    setRange: ({ from, to }: DayRange) => changeFilters({ from, to }, true),
    setFurther: (filterName: FurtherFilter, filterValue: string | null) =>
      changeFilters({ [FILTER_PARAMETERS[filterName]]: filterValue }, true),
    setPage: (newPage: number, replace = false) => set({ page: newPage > 1 ? String(newPage) : null }, replace),
    clear: () =>
      changeFilters(
        {
          q: null,
          from: null,
          to: null,
          ...Object.fromEntries(FURTHER_FILTERS.map((filterName) => [FILTER_PARAMETERS[filterName], null])),
        },
        false,
      ),
    /** Opens a question's details, so that Back closes them; from one to the next without a trace. */
    open: (questionId: string) => set({ question: questionId }, isId(openedId)),
    close: () => set({ question: null }, true),
  }
}
export type QuestionFilters = ReturnType<typeof useQuestionFilters>
