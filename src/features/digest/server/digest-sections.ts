import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { formatNumber } from '../../../kernel/format.ts'
import { plural, truncateAtWord } from '../../../kernel/text.ts'
import { answerTests } from '../../answer-tests/server/index.ts'
import { contradictionsFound } from '../../contradictions/server/index.ts'
import { gaps } from '../../gaps/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { DigestSection } from '../domain/digest-mail.ts'

export interface DigestPeriod {
  from: Date
  until: Date
}

/** One section of a digest; null when there is nothing to report. */
export type DigestPart = (transaction: WorkspaceTransaction, period: DigestPeriod) => Promise<DigestSection | null>

const MAX_LINES = 5
/** Characters of each of two sentences: both fit into one line. */
const MAX_SENTENCE_LENGTH = 70
const DAY_MS = 24 * 60 * 60 * 1000

/** Number of all rows, in each of the rows that are read. */
const total = sql<number>`${count()} over ()`.mapWith(Number)

/** Gaps that opened or reopened in the period, those with the most visitors first. */
const newGaps: DigestPart = async ({ tx, workspaceId }, { from, until }) => {
  const isInPeriod = (column: typeof gaps.createdAt | typeof gaps.reopenedAt) =>
    and(gt(column, from), lte(column, until))
  const gapRows = await tx
    .select({ question: messages.question, visitors: gaps.visitors, total })
    .from(gaps)
    .innerJoin(messages, and(eq(messages.workspaceId, gaps.workspaceId), eq(messages.id, gaps.representativeId)))
    .where(
      and(
        eq(gaps.workspaceId, workspaceId),
        eq(gaps.state, 'open'),
        or(isInPeriod(gaps.createdAt), isInPeriod(gaps.reopenedAt)),
      ),
    )
    .orderBy(desc(gaps.visitors), asc(gaps.id))
    .limit(MAX_LINES)
  if (!gapRows[0]) return null
  return {
    title: plural(gapRows[0].total, 'new gap'),
    lines: gapRows.map(({ question, visitors }) => ({ text: question, note: plural(visitors, 'visitor') })),
    more: gapRows[0].total - gapRows.length,
    path: '/messages/gaps',
    linkText: 'See the gaps',
  }
}

/** All failing answer tests, those that failed last first. */
const failingTests: DigestPart = async ({ tx, workspaceId }, { from, until }) => {
  const testRows = await tx
    .select({ question: answerTests.question, since: answerTests.since, total })
    .from(answerTests)
    .where(
      and(eq(answerTests.workspaceId, workspaceId), eq(answerTests.state, 'failing'), lte(answerTests.since, until)),
    )
    .orderBy(desc(answerTests.since), asc(answerTests.id))
    .limit(MAX_LINES)
  if (!testRows[0]) return null
  return {
    title: plural(testRows[0].total, 'failing answer test'),
    lines: testRows.map(({ question, since }) => ({ text: question, note: since && since > from ? 'new' : 'still' })),
    more: testRows[0].total - testRows.length,
    path: '/messages/answer-tests',
    linkText: 'See what changed',
  }
}

/** Pairs of texts found in the period that contradict each other. */
const newContradictions: DigestPart = async (transaction, period) => {
  const contradictionPairs = await contradictionsFound(transaction, { ...period, limit: MAX_LINES })
  if (!contradictionPairs[0]) return null
  return {
    title: plural(contradictionPairs[0].total, 'new contradiction'),
    lines: contradictionPairs.map(({ sentences }) => ({
      text: sentences.map((sentence) => `“${truncateAtWord(sentence, MAX_SENTENCE_LENGTH)}”`).join(' and '),
    })),
    more: contradictionPairs[0].total - contradictionPairs.length,
    path: '/knowledge/contradictions',
    linkText: 'Compare them',
  }
}

/** All visitors who wait for a reply, those who wait longest first. */
const peopleWaiting: DigestPart = async ({ tx, workspaceId }, { until }) => {
  const since = messages.handoffRequestedAt
  const waitingRows = await tx
    .select({ question: messages.question, since, total })
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), isNotNull(since), isNull(messages.doneAt), lte(since, until)))
    .orderBy(asc(since), asc(messages.id))
    .limit(MAX_LINES)
  const [first] = waitingRows
  if (!first) return null
  const daysWaiting = (waitingSince: Date | null) =>
    Math.floor((until.getTime() - (waitingSince ?? until).getTime()) / DAY_MS)
  return {
    title:
      first.total === 1 ? '1 person waiting for a reply' : `${formatNumber(first.total)} people waiting for a reply`,
    lines: waitingRows.map(({ question, since: from }) => ({
      text: question,
      note: daysWaiting(from) > 0 ? `for ${plural(daysWaiting(from), 'day')}` : 'since today',
    })),
    more: first.total - waitingRows.length,
    path: '/messages?view=waiting',
    linkText: 'Reply to them',
  }
}

/** Sections of a digest in their order. Visitors' texts are passed unmasked: the email masks them. */
export const digestParts: readonly DigestPart[] = [newGaps, failingTests, newContradictions, peopleWaiting]
