import { sql } from 'drizzle-orm'
import { plural } from '../../../kernel/text.ts'
import type { DigestPart } from './digest-part.ts'

const SHOWN = 5

/** Answer tests that fail, however long they have: those first that began to last. */
export const failingTests: DigestPart = async ({ tx, workspaceId }, { from, until }) => {
  const { rows } = await tx.execute<{ question: string; since: Date | string; total: number }>(
    sql`select question, since, count(*) over ()::int as total from answer_tests
        where workspace_id = ${workspaceId} and state = 'failing' and since <= ${until.toISOString()}
        order by since desc, id limit ${SHOWN}`,
  )
  const total = rows[0]?.total ?? 0
  if (total === 0) return null
  return {
    title: plural(total, 'failing answer test'),
    lines: rows.map(({ question, since }) => ({ text: question, note: new Date(since) > from ? 'new' : 'still' })),
    more: total - rows.length,
    path: '/messages/answer-tests',
    linkText: 'See what changed',
  }
}
