import { and, desc, lt } from 'drizzle-orm'
import { csvLine } from '../../../faqs/server/index.ts'
import { listMembers } from '../../../team/server/index.ts'
import { inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { QuestionFilter } from '../../contract.ts'
import { confidencePercent } from '../../domain/confidence-percent.ts'
import type { MessageRow } from '../questions.queries.ts'
import { messages } from '../questions.table.ts'
import { matchingQuestions } from './matching-questions.ts'

/** Questions a transaction: one that lasted as long as a slow download would hold up everybody else. */
const PAGE = 500

const at = (time: Date | null): string => time?.toISOString() ?? ''

const COLUMNS: Record<string, (row: MessageRow, names: ReadonlyMap<string, string>) => string> = {
  Asked: ({ createdAt }) => at(createdAt),
  Question: ({ question }) => question,
  Answer: ({ answer }) => answer,
  Outcome: ({ outcome }) => outcome,
  'Confidence in %': ({ confidence }) => (confidence === null ? '' : String(confidencePercent(confidence))),
  Language: ({ language }) => language,
  Sources: ({ sources }) => sources.map(({ title }) => title).join('\n'),
  Page: ({ pageUrl }) => pageUrl ?? '',
  Vote: ({ vote }) => vote ?? '',
  'Reason of the vote': ({ voteReason }) => voteReason ?? '',
  'Email of the visitor': ({ visitorEmail }) => visitorEmail ?? '',
  'Note of the visitor': ({ visitorNote }) => visitorNote ?? '',
  'Asked for a person': ({ handoffRequestedAt }) => at(handoffRequestedAt),
  'Assigned to': ({ assigneeId }, names) => names.get(assigneeId ?? '') ?? '',
  'Snoozed until': ({ snoozedUntil }) => at(snoozedUntil),
  Done: ({ doneAt }) => at(doneAt),
  'Done by': ({ doneBy }) => doneBy ?? '',
  Id: ({ id }) => id,
}

/**
 * Streams the matching questions as the text of a CSV file, newest first. It goes from id to id, which are ordered by
 * time: questions that arrive in between are left out and shift nothing.
 */
export async function* exportQuestions(context: WorkspaceContext, filter: QuestionFilter): AsyncGenerator<string> {
  const names = new Map((await listMembers(context)).map(({ id, name }) => [id, name]))
  // With its mark, without which Excel takes the text for another encoding.
  yield `\uFEFF${csvLine(Object.keys(COLUMNS))}`
  for (let last: string | undefined; ; ) {
    const rows: MessageRow[] = await inReadTransaction(context, (transaction) =>
      transaction.tx
        .select()
        .from(messages)
        .where(and(matchingQuestions(transaction, filter), last === undefined ? undefined : lt(messages.id, last)))
        .orderBy(desc(messages.id))
        .limit(PAGE),
    )
    yield rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row, names)))).join('')
    last = rows.at(-1)?.id
    if (rows.length < PAGE) return
  }
}
