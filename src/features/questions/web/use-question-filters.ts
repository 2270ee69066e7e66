import { useSearchParams } from 'react-router'
import { type DayRange, readRange } from '../domain/day-range.ts'

const SEARCH_MAX = 200

/** Text, days and page of the inbox, all kept in the address. Changing a filter goes back to page 1. */
export function useQuestionFilters() {
  const [params, setParams] = useSearchParams()
  const q = (params.get('q') ?? '').slice(0, SEARCH_MAX)
  const range = readRange(params.get('from'), params.get('to'))
  const page = /^[1-9]\d{0,5}$/u.test(params.get('page') ?? '') ? Number(params.get('page')) : 1

  const change = (changes: Record<string, string | null>, replace: boolean) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries({ page: null, ...changes })) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )

  return {
    q,
    range,
    page,
    filtered: Boolean(q.trim() || range.from || range.to),
    setQ: (text: string) => change({ q: text.slice(0, SEARCH_MAX) }, true),
    setRange: ({ from, to }: DayRange) => change({ from, to }, true),
    setPage: (next: number, replace = false) => change({ page: next > 1 ? String(next) : null }, replace),
    clear: () => change({ q: null, from: null, to: null }, false),
  }
}
export type QuestionFilters = ReturnType<typeof useQuestionFilters>
