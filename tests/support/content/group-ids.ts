import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../app/test-app.ts'

export interface GroupIds {
  /** Has a FAQ, two phrasings, and what came from `merged`. */
  group: string
  other: string
  merged: string
  phrasing: string
}

/** Groups of unanswered questions in a workspace, written past the placing of questions. */
export async function groupIds(app: TestApp, workspaceId: string, faqId: string): Promise<GroupIds> {
  const ids = { group: newId(), other: newId(), merged: newId(), phrasing: newId() }
  const [second, third] = [newId(), newId()]
  const quoted = (values: (string | null)[]) => values.map((v) => (v === null ? 'null' : `'${v}'`)).join(', ')
  for (const id of [ids.phrasing, second, third])
    await app.rows(
      `insert into messages (workspace_id, id, conversation_id, question, answer, outcome)
       values (${quoted([workspaceId, id, newId(), `An unanswered question ${id}?`, 'Nothing.', 'refused'])})`,
    )
  for (const [id, state, into, faq, representative] of [
    [ids.group, 'open', null, faqId, ids.phrasing],
    [ids.other, 'open', null, null, third],
    [ids.merged, 'merged', ids.group, null, second],
  ] as const)
    await app.rows(
      `insert into question_groups (workspace_id, id, state, merged_into, faq_id, representative_id, asked)
       values (${quoted([workspaceId, id, state, into, faq, representative])}, 1)`,
    )
  for (const [message, group, from] of [
    [ids.phrasing, ids.group, null],
    [second, ids.group, ids.merged],
    [third, ids.other, null],
  ] as const)
    await app.rows(
      `insert into grouped_questions (workspace_id, message_id, group_id, visitor_id, asked_at, sense, came_from)
       values (${quoted([workspaceId, message, group])}, '${newId()}', now(), '${message}', ${quoted([from])})`,
    )
  return ids
}
