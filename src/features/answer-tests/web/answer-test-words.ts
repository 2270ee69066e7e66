import { plural } from '../../../kernel/text.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import type { TestState } from '../contract.ts'
import { contentAddress } from '../domain/change-words.ts'

export const ANSWER_TESTS_PATH = '/messages/answer-tests'
export const testAddress = (id: string): string => `${ANSWER_TESTS_PATH}/${id}`

export const STATE_LABELS: Record<TestState, string> = { failing: 'Failing', passing: 'Passing', new: 'Not asked yet' }

/** Path of the page that manages the source. */
export const sourcePath = ({ kind, id, title }: Pick<AnswerSource, 'kind' | 'id' | 'title'>): string =>
  kind === 'faq' ? `/pages?faq=${id}` : contentAddress(title)

export const answerTestCountText = (count: number): string => plural(count, 'answer test')
