import { useSearchParams } from 'react-router'
import { isId } from '../../../../kernel/ids.ts'
import type { QuestionView } from '../../contract.ts'
import { type DayRange, readRange } from '../../domain/day-range.ts'
import { VIEWS } from './view-labels.ts'

const SEARCH_MAX = 200

/** State in the URL: view, text, days, page, and the question with open details. */
export function useQuestionFilters() {
  const [params, setParams] = useSearchParams()
  const query = (params.get('q') ?? '').slice(0, SEARCH_MAX)
  const range = readRange(params.get('from'), params.get('to'))
  const page = /^[1-9]\d{0,5}$/u.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const opened = params.get('question') ?? ''

  const set = (changes: Record<string, string | null>, replace: boolean) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  /** Changing a filter goes back to page 1. */
  const change = (changes: Record<string, string | null>, replace: boolean) => set({ page: null, ...changes }, replace)

  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'all',
    q: query,
    range,
    page,
    filtered: Boolean(query.trim() || range.from || range.to),
    /** The id of the question whose details are open, or null. */
    opened: isId(opened) ? opened : null,
    setView: (view: QuestionView) => change({ view: view === 'all' ? null : view }, false),
    setQ: (text: string) => change({ q: text.slice(0, SEARCH_MAX) }, true),
    setRange: ({ from, to }: DayRange) => change({ from, to }, true),
    setPage: (next: number, replace = false) => set({ page: next > 1 ? String(next) : null }, replace),
    clear: () => change({ q: null, from: null, to: null }, false),
    /** Opens a question's details, so that Back closes them; from one to the next without a trace. */
    open: (id: string) => set({ question: id }, isId(opened)),
    close: () => set({ question: null }, true),
  }
}
export type QuestionFilters = ReturnType<typeof useQuestionFilters>
