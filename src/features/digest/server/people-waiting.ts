import { sql } from 'drizzle-orm'
import { plural } from '../../../kernel/text.ts'
import type { DigestPart } from './digest-part.ts'

const SHOWN = 5
const DAY_MS = 24 * 60 * 60 * 1000

/** Visitors who asked for a person and were not answered, however long ago: those first who wait longest. */
export const peopleWaiting: DigestPart = async ({ tx, workspaceId }, { until }) => {
  const { rows } = await tx.execute<{ question: string; since: Date | string; total: number }>(
    sql`select question, handoff_requested_at as since, count(*) over ()::int as total from messages
        where workspace_id = ${workspaceId} and handoff_requested_at is not null and done_at is null
          and handoff_requested_at <= ${until.toISOString()}
        order by handoff_requested_at, id limit ${SHOWN}`,
  )
  const total = rows[0]?.total ?? 0
  if (total === 0) return null
  const days = (since: Date | string) => Math.floor((until.getTime() - new Date(since).getTime()) / DAY_MS)
  return {
    title: total === 1 ? '1 person waiting for a reply' : `${total.toLocaleString('en')} people waiting for a reply`,
    lines: rows.map(({ question, since }) => ({
      text: question,
      note: days(since) > 0 ? `for ${plural(days(since), 'day')}` : 'since today',
    })),
    more: total - rows.length,
    path: '/messages?view=waiting',
    linkText: 'Reply to them',
  }
}
