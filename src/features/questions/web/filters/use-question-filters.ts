import { isId } from '../../../../kernel/ids.ts'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import type { Outcome, QuestionView } from '../../contract.ts'
import { type DayRange, readRange } from '../../domain/day-range.ts'
import { VIEWS } from './view-labels.ts'

const SEARCH_MAX = 200

/** Further filters, by their names in the API and in the URL, where `page` is the number of a page of the list. */
const NAMES = {
  outcome: 'outcome',
  assignee: 'assignee',
  language: 'language',
  page_url: 'on_page',
  source_id: 'source',
} as const
export type FurtherFilter = keyof typeof NAMES
const FURTHER = Object.keys(NAMES) as FurtherFilter[]

const OUTCOMES: readonly Outcome[] = ['answered', 'suggested', 'refused', 'unavailable']

/** Values in an address may be anything; the server refuses what cannot be. */
function isValid(filter: FurtherFilter, value: string): boolean {
  if (filter === 'outcome') return OUTCOMES.some((outcome) => outcome === value)
  if (filter === 'assignee') return value === 'none' || isId(value)
  if (filter === 'source_id') return isId(value)
  return value.length <= (filter === 'language' ? 35 : 2_000)
}

function readFurther(params: URLSearchParams): Partial<Record<FurtherFilter, string>> {
  const entries = FURTHER.map((filter) => [filter, params.get(NAMES[filter]) ?? ''] as const)
  return Object.fromEntries(entries.filter(([filter, value]) => value !== '' && isValid(filter, value)))
}

/** State in the URL: view, text, days, further filters, page, and the question with open details. */
export function useQuestionFilters() {
  const { params, change: set } = useUrlParameters()
  const query = (params.get('q') ?? '').slice(0, SEARCH_MAX)
  const range = readRange(params.get('from'), params.get('to'))
  const page = /^[1-9]\d{0,5}$/u.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const further = readFurther(params)
  const opened = params.get('question') ?? ''

  /** Changing a filter goes back to page 1. */
  const change = (changes: Record<string, string | null>, replace: boolean) => set({ page: null, ...changes }, replace)

  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'all',
    q: query,
    range,
    page,
    further,
    filtered: Boolean(query.trim() || range.from || range.to || Object.keys(further).length > 0),
    /** The id of the question whose details are open, or null. */
    opened: isId(opened) ? opened : null,
    setView: (view: QuestionView) => change({ view: view === 'all' ? null : view }, false),
    setQ: (text: string) => change({ q: text.slice(0, SEARCH_MAX) }, true),
    setRange: ({ from, to }: DayRange) => change({ from, to }, true),
    setFurther: (filter: FurtherFilter, value: string | null) => change({ [NAMES[filter]]: value }, true),
    setPage: (next: number, replace = false) => set({ page: next > 1 ? String(next) : null }, replace),
    clear: () =>
      change(
        { q: null, from: null, to: null, ...Object.fromEntries(FURTHER.map((filter) => [NAMES[filter], null])) },
        false,
      ),
    /** Opens a question's details, so that Back closes them; from one to the next without a trace. */
    open: (id: string) => set({ question: id }, isId(opened)),
    close: () => set({ question: null }, true),
  }
}
export type QuestionFilters = ReturnType<typeof useQuestionFilters>
