import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useListAddress, usePageCount } from '../../../web/list/use-list-address.ts'
import { ANSWER_TESTS_PAGE_SIZE, TEST_STATES } from '../contract.ts'
import { useLiveAnswerTests } from './use-live-answer-tests.ts'

export const SHOWN_STATES = ['all', ...TEST_STATES] as const

/** Which tests are shown, and what a new one is to be made of, stand in the address. */
export function useAnswerTestFilters() {
  const address = useListAddress(SHOWN_STATES, 'all')
  return {
    ...address,
    /** The visitor's question, or the gap, that becomes a test. */
    question: address.params.get('question'),
    gap: address.params.get('gap'),
    clearOrigin: () => address.setParams({}, { replace: true }),
  }
}
export type AnswerTestFilters = ReturnType<typeof useAnswerTestFilters>

export function useAnswerTests({ state, page, setPage }: AnswerTestFilters) {
  useLiveAnswerTests()
  const query = useQuery(
    api.answerTests.list.queryOptions({
      input: { page, ...(state !== 'all' && { state }) },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const total = query.isPlaceholderData ? undefined : query.data?.total
  return { query, ...usePageCount({ page, setPage, size: ANSWER_TESTS_PAGE_SIZE, total }) }
}
