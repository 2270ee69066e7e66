import { desc, eq } from 'drizzle-orm'
import { inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { FILTER_VALUES_MAX, type QuestionFilterValues } from '../../contract.ts'
import { messages } from '../questions.table.ts'
import { pageOfMessage } from './matching-questions.ts'

/** Latest messages whose values are offered: to count all of them would read all of them. */
const MAX_MESSAGES = 2_000

interface Counted {
  count: number
  title: string
}

/** Counts a value; its title is the latest one. */
function add(counts: Map<string, Counted>, value: string, title = value): void {
  const known = counts.get(value)
  counts.set(value, { title: known?.title ?? title, count: (known?.count ?? 0) + 1 })
}

const mostFrequent = (counts: Map<string, Counted>) =>
  [...counts].sort(([, left], [, right]) => right.count - left.count).slice(0, FILTER_VALUES_MAX)

/** Pages, sources and languages of the latest questions, the most frequent first. */
export const filterValues = (context: WorkspaceContext): Promise<QuestionFilterValues> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select({
        page: pageOfMessage,
        language: messages.language,
        outcome: messages.outcome,
        sources: messages.sources,
      })
      .from(messages)
      .where(eq(messages.workspaceId, workspaceId))
      .orderBy(desc(messages.id))
      .limit(MAX_MESSAGES)
    const pages = new Map<string, Counted>()
    const sources = new Map<string, Counted>()
    const languages = new Map<string, Counted>()
    for (const row of rows) {
      if (row.page) add(pages, row.page)
      if (row.language) add(languages, row.language)
      if (row.outcome !== 'answered') continue
      const ofMessage = new Map(row.sources.map(({ source_id, title }) => [source_id, title]))
      for (const [id, title] of ofMessage) if (id) add(sources, id, title)
    }
    return {
      pages: mostFrequent(pages).map(([url, { count }]) => ({ url, count })),
      sources: mostFrequent(sources).map(([id, { title, count }]) => ({ id, title, count })),
      languages: mostFrequent(languages).map(([language, { count }]) => ({ language, count })),
    }
  })
