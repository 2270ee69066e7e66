import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../app/test-app.ts'

export interface GapIds {
  /** Has a FAQ, two phrasings, and what came from `merged`. */
  gap: string
  other: string
  merged: string
  phrasing: string
}

/** Gaps of unanswered questions in a workspace, written past the placing of questions. */
export async function gapIds(app: TestApp, workspaceId: string, faqId: string): Promise<GapIds> {
  const ids = { gap: newId(), other: newId(), merged: newId(), phrasing: newId() }
  const [second, third] = [newId(), newId()]
  const quoted = (values: (string | null)[]) => values.map((v) => (v === null ? 'null' : `'${v}'`)).join(', ')
  for (const id of [ids.phrasing, second, third])
    await app.rows(
      `insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
       values (${quoted([workspaceId, id, newId(), `Where is parcel ${id}?`, 'Nothing.', 'refused'])})`,
    )
  for (const [id, state, into, faq, representative] of [
    [ids.gap, 'open', null, faqId, ids.phrasing],
    [ids.other, 'open', null, null, third],
    [ids.merged, 'merged', ids.gap, null, second],
  ] as const)
    await app.rows(
      `insert into gaps (workspace_id, id, state, merged_into, faq_id, representative_id, asked)
       values (${quoted([workspaceId, id, state, into, faq, representative])}, 1)`,
    )
  for (const [message, gap, from] of [
    [ids.phrasing, ids.gap, null],
    [second, ids.gap, ids.merged],
    [third, ids.other, null],
  ] as const)
    await app.rows(
      `insert into gap_questions (workspace_id, message_id, gap_id, visitor_id, asked_at, question_key, merged_from)
       values (${quoted([workspaceId, message, gap])}, '${newId()}', now(), '${message}', ${quoted([from])})`,
    )
  return ids
}
