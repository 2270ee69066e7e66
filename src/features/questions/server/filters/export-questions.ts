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
const EXPORT_PAGE_SIZE = 500

const formatTime = (timestamp: Date | null): string => timestamp?.toISOString() ?? ''

const EXPORT_COLUMNS: Record<string, (row: MessageRow, names: ReadonlyMap<string, string>) => string> = {
  Asked: ({ createdAt }) => formatTime(createdAt),
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
  'Asked for a person': ({ handoffRequestedAt }) => formatTime(handoffRequestedAt),
  'Assigned to': ({ assigneeId }, names) => names.get(assigneeId ?? '') ?? '',
  'Snoozed until': ({ snoozedUntil }) => formatTime(snoozedUntil),
  Done: ({ doneAt }) => formatTime(doneAt),
  'Done by': ({ doneBy }) => doneBy ?? '',
  Id: ({ id }) => id,
}

/**
 * Streams the matching questions as the text of a CSV file, newest first. It goes from id to id, which are ordered by
 * time: questions that arrive in between are left out and shift nothing.
 */
export async function* exportQuestions(
  context: WorkspaceContext,
  questionFilter: QuestionFilter,
): AsyncGenerator<string> {
  const namesByMemberId = new Map((await listMembers(context)).map(({ id, name }) => [id, name]))
  // With its mark, without which Excel takes the text for another encoding.
  yield `\uFEFF${csvLine(Object.keys(EXPORT_COLUMNS))}`
  for (let lastId: string | undefined; ; ) {
    const messageRows: MessageRow[] = await inReadTransaction(context, (transaction) =>
      transaction.tx
        .select()
        .from(messages)
        .where(
          and(
            matchingQuestions(transaction, questionFilter),
            lastId === undefined ? undefined : lt(messages.id, lastId),
          ),
        )
        .orderBy(desc(messages.id))
        .limit(EXPORT_PAGE_SIZE),
    )
    yield messageRows
      .map((messageRow) =>
        csvLine(Object.values(EXPORT_COLUMNS).map((formatCell) => formatCell(messageRow, namesByMemberId))),
      )
      .join('')
    lastId = messageRows.at(-1)?.id
    if (messageRows.length < EXPORT_PAGE_SIZE) return
  }
}
