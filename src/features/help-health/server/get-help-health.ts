import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { answerTests } from '../../answer-tests/server/index.ts'
import { countOpenContradictions } from '../../contradictions/server/index.ts'
import { countOpenDoubtfulAnswers } from '../../doubtful-answers/server/index.ts'
import { countWebsites, sources } from '../../knowledge/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { HelpHealth } from '../contract.ts'
import { healthOf } from '../domain/health-score.ts'
import { countStaleFaqs } from './stale-faqs.queries.ts'

/** Days of answers that open doubtful answers are compared with. */
const ANSWERS_OF_DAYS = 90

/** The one number, and what moves it. */
export const getHelpHealth = (context: WorkspaceContext): Promise<HelpHealth> =>
  inReadTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const stale = await countStaleFaqs(transaction)
    const bySourceState = await tx
      .select({ state: sources.state, n: count() })
      .from(sources)
      .where(and(eq(sources.workspaceId, workspaceId), inArray(sources.state, ['ready', 'failed'])))
      .groupBy(sources.state)
    const websites = await countWebsites(transaction)
    const byTestState = await tx
      .select({ state: answerTests.state, n: count() })
      .from(answerTests)
      .where(and(eq(answerTests.workspaceId, workspaceId), inArray(answerTests.state, ['passing', 'failing'])))
      .groupBy(answerTests.state)
    const answered = await tx.$count(
      messages,
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.outcome, 'answered'),
        eq(messages.isSmallTalk, false),
        gt(messages.createdAt, sql`now() - make_interval(days => ${ANSWERS_OF_DAYS}::int)`),
      ),
    )
    const doubtful = await countOpenDoubtfulAnswers(transaction)
    const contradicting = await countOpenContradictions(transaction)
    const inState = (rows: { state: string; n: number }[], state: string) =>
      rows.find((row) => row.state === state)?.n ?? 0
    const [failed, ready] = [inState(bySourceState, 'failed'), inState(bySourceState, 'ready')]
    const [failing, passing] = [inState(byTestState, 'failing'), inState(byTestState, 'passing')]
    return healthOf({
      unread: { count: failed + websites.failed, total: failed + ready + websites.total },
      doubtful: { count: doubtful, total: Math.max(doubtful, answered) },
      contradictions: { count: contradicting, total: stale.published + ready },
      tests: { count: failing, total: failing + passing },
      down_voted: { count: stale.down_voted, total: stale.published },
      unreviewed: { count: stale.unreviewed, total: stale.published },
      never_asked: { count: stale.never_asked, total: stale.published },
    })
  })
