import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { answerTests } from '../../answer-tests/server/index.ts'
import { countOpenContradictions } from '../../contradictions/server/index.ts'
import { countOpenDoubtfulAnswers } from '../../doubtful-answers/server/index.ts'
import { countWebsites, sources } from '../../knowledge/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { HelpHealth } from '../contract.ts'
import { computeHealth } from '../domain/health-score.ts'
import { countStaleFaqs } from './stale-faqs.queries.ts'

/** Days of answers that open doubtful answers are compared with. */
const ANSWERS_OF_DAYS = 90

/** The one number, and what moves it. */
export const getHelpHealth = (context: WorkspaceContext): Promise<HelpHealth> =>
  inReadTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const staleCounts = await countStaleFaqs(transaction)
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
    const answeredCount = await tx.$count(
      messages,
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.outcome, 'answered'),
        eq(messages.isSmallTalk, false),
        gt(messages.createdAt, sql`now() - make_interval(days => ${ANSWERS_OF_DAYS}::int)`),
      ),
    )
    const doubtfulCount = await countOpenDoubtfulAnswers(transaction)
    const contradictionCount = await countOpenContradictions(transaction)
    const countInState = (stateCounts: { state: string; n: number }[], state: string) =>
      stateCounts.find((stateCount) => stateCount.state === state)?.n ?? 0
    const [failed, ready] = [countInState(bySourceState, 'failed'), countInState(bySourceState, 'ready')]
    const [failing, passing] = [countInState(byTestState, 'failing'), countInState(byTestState, 'passing')]
    return computeHealth({
      unread: { count: failed + websites.failed, total: failed + ready + websites.total },
      doubtful: { count: doubtfulCount, total: Math.max(doubtfulCount, answeredCount) },
      contradictions: { count: contradictionCount, total: staleCounts.published + ready },
      tests: { count: failing, total: failing + passing },
      down_voted: { count: staleCounts.down_voted, total: staleCounts.published },
      unreviewed: { count: staleCounts.unreviewed, total: staleCounts.published },
      never_asked: { count: staleCounts.never_asked, total: staleCounts.published },
    })
  })
