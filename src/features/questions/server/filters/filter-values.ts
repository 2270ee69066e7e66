import { desc, eq } from 'drizzle-orm'
import { inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { FILTER_VALUES_MAX, type QuestionFilterValues } from '../../contract.ts'
import { messages } from '../questions.table.ts'
import { pageOfMessage } from './matching-questions.ts'

/** Latest messages whose values are offered: to count all of them would read all of them. */
const MAX_READ_MESSAGES = 2_000

interface CountedValue {
  count: number
  title: string
}

/** Counts a value; its title is the latest one. */
function countValue(countsByValue: Map<string, CountedValue>, filterValue: string, valueTitle = filterValue): void {
  const previousCount = countsByValue.get(filterValue)
  countsByValue.set(filterValue, { title: previousCount?.title ?? valueTitle, count: (previousCount?.count ?? 0) + 1 })
}

const mostFrequent = (countsByValue: Map<string, CountedValue>) =>
  [...countsByValue].sort(([, left], [, right]) => right.count - left.count).slice(0, FILTER_VALUES_MAX)

/** Pages, sources and languages of the latest questions, the most frequent first. */
export const filterValues = (context: WorkspaceContext): Promise<QuestionFilterValues> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const messageRows = await tx
      .select({
        page: pageOfMessage,
        language: messages.language,
        outcome: messages.outcome,
        sources: messages.sources,
      })
      .from(messages)
      .where(eq(messages.workspaceId, workspaceId))
      .orderBy(desc(messages.id))
      .limit(MAX_READ_MESSAGES)
    const pageCounts = new Map<string, CountedValue>()
    const sourceCounts = new Map<string, CountedValue>()
    const languageCounts = new Map<string, CountedValue>()
    for (const messageRow of messageRows) {
      if (messageRow.page) countValue(pageCounts, messageRow.page)
      if (messageRow.language) countValue(languageCounts, messageRow.language)
      if (messageRow.outcome !== 'answered') continue
      const titlesBySource = new Map(messageRow.sources.map(({ source_id, title }) => [source_id, title]))
      for (const [id, title] of titlesBySource) if (id) countValue(sourceCounts, id, title)
    }
    return {
      pages: mostFrequent(pageCounts).map(([url, { count }]) => ({ url, count })),
      sources: mostFrequent(sourceCounts).map(([id, { title, count }]) => ({ id, title, count })),
      languages: mostFrequent(languageCounts).map(([language, { count }]) => ({ language, count })),
    }
  })
