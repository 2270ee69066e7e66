import { formatNumber } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import type { Blocker, ClosestEntry, DismissReason, Gap, GapState, VerificationState } from '../contract.ts'

export const GAPS_PATH = '/messages/gaps'
export const gapAddress = (gapId: string): string => `${GAPS_PATH}/${gapId}`

export const STATE_LABELS: Record<GapState, string> = { open: 'Open', resolved: 'Resolved', dismissed: 'Dismissed' }

/** Text of an empty list. */
export const EMPTY_STATE_TEXTS: Record<GapState, { title: string; message: string }> = {
  open: {
    title: 'No open gaps',
    message:
      'Questions without an answer, or with an answer that visitors marked as not helpful, are grouped here by meaning.',
  },
  resolved: {
    title: 'Nothing is resolved yet',
    message:
      'A gap is resolved once every question in it, asked again, gets the FAQ you wrote for it or another answer.',
  },
  dismissed: { title: 'No dismissed gaps', message: 'Gaps that need no answer are listed here with the reason.' },
}

export const DISMISS_REASON_LABELS: Record<DismissReason, string> = {
  off_topic: 'Unrelated to us',
  for_a_person: 'Needs a person, not a FAQ',
  not_planned: 'We do not offer this',
  spam: 'Spam',
  other: 'Another reason',
}

/** "7 of 8 phrasings". */
export const answeredLabel = ({ asked, failed }: Gap['verification']): string =>
  `${asked - failed} of ${plural(asked, 'phrasing')}`

export const VERIFICATION_TEXTS: Record<VerificationState, string> = {
  none: 'Not verified yet',
  waiting: 'Asking every question again…',
  passed: 'Verified: every question gets this answer',
  failed: 'Not verified: some questions do not get this answer',
}

/** "Does not mention: refund, Norway". */
export const lackingWordsText = ({ lacks }: ClosestEntry): string =>
  lacks.length > 0
    ? `Does not mention: ${lacks.join(', ')}`
    : 'Uses the words of the visitors, but does not answer them'

export const visitorCountText = ({ visitors, asked }: Pick<Gap, 'visitors' | 'asked'>): string =>
  asked > visitors ? `${plural(visitors, 'visitor')}, asked ${plural(asked, 'time')}` : plural(visitors, 'visitor')

/** "3 this week, 1 the week before"; empty when both are 0. */
export function describeTrend({
  now,
  before,
}: Gap['trend']): { text: string; direction: 'up' | 'down' | 'level' } | null {
  if (now + before === 0) return null
  const direction = now > before ? 'up' : now < before ? 'down' : 'level'
  return { text: `${formatNumber(now)} this week, ${formatNumber(before)} the week before`, direction }
}

/** Why a question, asked again, did not get the FAQ. */
export function explainBlocker({ kind, by }: Blocker): string {
  const otherSource = by && (by.kind === 'faq' ? `the FAQ “${by.title}”` : `“${by.title}”`)
  if (kind === 'outranked') return otherSource ? `Answered by ${otherSource} instead` : 'Answered by another source'
  if (kind === 'unsure')
    return otherSource ? `Only suggested, behind ${otherSource}` : 'Ranked first, but not certain enough to answer'
  if (kind === 'disputed') return `Answered by ${otherSource ?? 'the source'} that this visitor found not helpful`
  if (kind === 'unavailable') return 'No answer could be given at that moment'
  return otherSource ? `Not found; the closest was ${otherSource}` : 'Not found'
}
