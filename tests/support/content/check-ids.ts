import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../app/test-app.ts'

export interface CheckIds {
  answerTest: string
  contradiction: string
}

/** Checks of a workspace's content, written past what runs them. */
export async function checkIds(app: TestApp, workspaceId: string): Promise<CheckIds> {
  const ids = { answerTest: newId(), contradiction: newId() }
  await app.rows(
    `insert into answer_tests (workspace_id, id, question, must_contain)
     values ('${workspaceId}', '${ids.answerTest}', 'Do you ship to Canada?', '{Canada}')`,
  )
  const quote = JSON.stringify({ text: 'Within 30 days.', marks: [[7, 14]] })
  await app.rows(
    `insert into contradictions (workspace_id, id, first_hash, second_hash, kind, first, second)
     values ('${workspaceId}', '${ids.contradiction}', 'a', 'b', 'value', '${quote}', '${quote}')`,
  )
  return ids
}
