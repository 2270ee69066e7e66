import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../app/test-app.ts'

export interface CheckIds {
  answerTest: string
  contradiction: string
  doubtfulAnswer: string
  blockedSource: string
  note: string
  savedReply: string
}

/** Checks of a workspace's content and texts about its questions, written past what runs them. */
export async function checkIds(
  app: TestApp,
  workspaceId: string,
  faqId: string,
  questionId: string,
): Promise<CheckIds> {
  const ids = {
    answerTest: newId(),
    contradiction: newId(),
    doubtfulAnswer: newId(),
    blockedSource: newId(),
    note: newId(),
    savedReply: newId(),
  }
  await app.rows(
    `insert into message_notes (workspace_id, id, message_id, text, author_name)
     values ('${workspaceId}', '${ids.note}', '${questionId}', 'Ask the mill.', 'Tess Tenant')`,
  )
  await app.rows(
    `insert into saved_replies (workspace_id, id, title, text)
     values ('${workspaceId}', '${ids.savedReply}', 'Sorry', 'We are sorry.')`,
  )
  await app.rows(
    `insert into answer_tests (workspace_id, id, question, must_contain)
     values ('${workspaceId}', '${ids.answerTest}', 'Do you ship to Canada?', '{Canada}')`,
  )
  const quote = JSON.stringify({ text: 'Within 30 days.', marks: [[7, 14]] })
  await app.rows(
    `insert into contradictions (workspace_id, id, first_hash, second_hash, kind, first, second)
     values ('${workspaceId}', '${ids.contradiction}', 'a', 'b', 'value', '${quote}', '${quote}')`,
  )
  const message = newId()
  const sources = JSON.stringify([{ kind: 'faq', id: faqId, source_id: faqId, title: 'T', url: null, excerpt: 'E' }])
  await app.rows(
    `insert into messages (workspace_id, id, conversation_id, question, answer, outcome, vote, sources)
     values ('${workspaceId}', '${message}', '${newId()}', 'Do you ship to Mexico?', 'No.', 'answered', 'down', '${sources}')`,
  )
  await app.rows(
    `insert into doubtful_answers (workspace_id, id, question_key)
     values ('${workspaceId}', '${ids.doubtfulAnswer}', 'mexico')`,
  )
  await app.rows(
    `insert into answer_doubts (workspace_id, message_id, doubtful_answer_id, is_down_voted, is_repeatable)
     values ('${workspaceId}', '${message}', '${ids.doubtfulAnswer}', true, true)`,
  )
  await app.rows(
    `insert into blocked_sources (workspace_id, id, question, question_key, kind, source_id, title)
     values ('${workspaceId}', '${ids.blockedSource}', 'Do you ship to Peru?', 'peru', 'faq', '${faqId}', 'T')`,
  )
  return ids
}
