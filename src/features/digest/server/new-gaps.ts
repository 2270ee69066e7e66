import { sql } from 'drizzle-orm'
import { plural } from '../../../kernel/text.ts'
import type { DigestPart } from './digest-part.ts'

const SHOWN = 5

/** Gaps that opened in the period, or opened again: those first that most visitors asked. */
export const newGaps: DigestPart = async ({ tx, workspaceId }, { from, until }) => {
  const { rows } = await tx.execute<{ question: string; visitors: number; total: number }>(
    sql`select m.question, g.visitors, count(*) over ()::int as total
        from gaps g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.representative_id
        where g.workspace_id = ${workspaceId} and g.state = 'open'
          and (g.created_at > ${from.toISOString()} and g.created_at <= ${until.toISOString()}
            or g.reopened_at > ${from.toISOString()} and g.reopened_at <= ${until.toISOString()})
        order by g.visitors desc, g.id limit ${SHOWN}`,
  )
  const total = rows[0]?.total ?? 0
  if (total === 0) return null
  return {
    title: plural(total, 'new gap'),
    lines: rows.map(({ question, visitors }) => ({ text: question, note: plural(visitors, 'visitor') })),
    more: total - rows.length,
    path: '/messages/gaps',
    linkText: 'See the gaps',
  }
}
