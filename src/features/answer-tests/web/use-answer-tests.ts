import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useListAddress, usePageCount } from '../../../web/list/use-list-address.ts'
import { ANSWER_TESTS_PAGE_SIZE, TEST_STATES } from '../contract.ts'
import { useLiveAnswerTests } from './use-live-answer-tests.ts'

export const SHOWN_STATES = ['all', ...TEST_STATES] as const

/** Which tests are shown, and what a new one is to be made of, stand in the address. */
export function useAnswerTestFilters() {
  const listAddress = useListAddress(SHOWN_STATES, 'all')
  return {
    ...listAddress,
    /** The visitor's question, or the gap, that becomes a test. */
    question: listAddress.params.get('question'),
    gap: listAddress.params.get('gap'),
    clearOrigin: () => listAddress.setParams({}, { replace: true }),
  }
}
export type AnswerTestFilters = ReturnType<typeof useAnswerTestFilters>

export function useAnswerTests({ state, page, setPage }: AnswerTestFilters) {
  useLiveAnswerTests()
  const testsQuery = useQuery(
    api.answerTests.list.queryOptions({
      input: { page, ...(state !== 'all' && { state }) },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  const totalTests = testsQuery.isPlaceholderData ? undefined : testsQuery.data?.total
  return { query: testsQuery, ...usePageCount({ page, setPage, size: ANSWER_TESTS_PAGE_SIZE, total: totalTests }) }
}
