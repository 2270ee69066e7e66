import { formatNumber } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import {
  type HealthPart,
  type MeasuredPart,
  REVIEW_AFTER_MONTHS,
  type StaleFaq,
  type StaleReason,
} from '../contract.ts'

interface PartWords {
  title: string
  /** "3 of 40 sources", or "No sources yet". */
  counted: (count: number, total: number) => string
  /** Page on which it is worked off; null for FAQs to review, which are listed below. */
  path: string | null
}

const countedTextFor =
  (singularNoun: string) =>
  (count: number, total: number): string =>
    total === 0 ? `No ${singularNoun}s yet` : `${formatNumber(count)} of ${plural(total, singularNoun)}`

export const PART_WORDS: Record<HealthPart, PartWords> = {
  unread: {
    title: 'Sources that could not be read',
    counted: countedTextFor('source'),
    path: '/knowledge?state=failed',
  },
  doubtful: {
    title: 'Doubtful answers',
    counted: (count, total) =>
      total === 0
        ? 'No answers in the last 90 days'
        : `${formatNumber(count)} among ${plural(total, 'answer')} of the last 90 days`,
    path: '/messages/doubtful',
  },
  contradictions: {
    title: 'Contradictions',
    counted: (count, total) => `${plural(count, 'pair')} among ${plural(total, 'FAQ or source', 'FAQs and sources')}`,
    path: '/knowledge/contradictions',
  },
  tests: {
    title: 'Failing answer tests',
    counted: countedTextFor('answer test'),
    path: '/messages/answer-tests?state=failing',
  },
  down_voted: { title: 'FAQs that are often voted down', counted: countedTextFor('published FAQ'), path: null },
  unreviewed: {
    title: `FAQs without a review for ${REVIEW_AFTER_MONTHS} months`,
    counted: countedTextFor('published FAQ'),
    path: null,
  },
  never_asked: { title: 'FAQs that never helped', counted: countedTextFor('published FAQ'), path: null },
}

/** "deducts 4 of at most 20 points". */
export const deductedPointsText = ({ lost, weight }: MeasuredPart): string =>
  lost === 0 ? 'deducts no points' : `deducts ${lost} of at most ${weight} points`

export const REASON_LABELS: Record<StaleReason, string> = {
  down_voted: 'Voted down',
  unreviewed: 'Not reviewed',
  never_asked: 'Never asked',
}

/** Text of an empty list. */
export const EMPTY_STATE_TEXTS: Record<StaleReason, { title: string; message: string }> = {
  down_voted: {
    title: 'No FAQ is often voted down',
    message: 'FAQs are listed here when two or more visitors, and most of those who voted, say that one did not help.',
  },
  unreviewed: {
    title: 'All FAQs are reviewed',
    message: `FAQs are listed here ${REVIEW_AFTER_MONTHS} months after their last change or review.`,
  },
  never_asked: {
    title: 'Every FAQ has helped',
    message: 'FAQs are listed here when they have answered no question in the 90 days since they were written.',
  },
}

/** "2 votes down, 1 up"; empty without votes. */
export const voteCountText = ({ up_votes, down_votes }: Pick<StaleFaq, 'up_votes' | 'down_votes'>): string =>
  up_votes + down_votes === 0 ? '' : `${plural(down_votes, 'vote')} down, ${formatNumber(up_votes)} up`
