import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../../../web/api/api.ts'
import { ANSWER_TESTS_PAGE_SIZE, TEST_STATES, type TestState } from '../../contract/answer-tests.ts'
import { useLiveAnswerTests } from './use-live-answer-tests.ts'

/** Which tests are shown, and what a new one is to be made of, stand in the address. */
export function useAnswerTestFilters() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('state')
  const state: TestState | 'all' = TEST_STATES.find((one) => one === wanted) ?? 'all'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const change = (next: { state: TestState | 'all'; page: number }) =>
    setSearch({
      ...(next.state !== 'all' && { state: next.state }),
      ...(next.page > 1 && { page: String(next.page) }),
    })
  return {
    state,
    page,
    /** The visitor's question, or the gap, that becomes a test. */
    question: search.get('question'),
    gap: search.get('gap'),
    setState: (chosen: TestState | 'all') => change({ state: chosen, page: 1 }),
    setPage: (chosen: number) => change({ state, page: chosen }),
    clearOrigin: () => setSearch({}, { replace: true }),
  }
}
export type AnswerTestFilters = ReturnType<typeof useAnswerTestFilters>

export function useAnswerTests({ state, page }: AnswerTestFilters) {
  useLiveAnswerTests()
  const query = useQuery(
    api.loop.answerTests.list.queryOptions({
      input: { page, ...(state !== 'all' && { state }) },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  return { query, pageCount: Math.max(1, Math.ceil((query.data?.total ?? 0) / ANSWER_TESTS_PAGE_SIZE)) }
}
