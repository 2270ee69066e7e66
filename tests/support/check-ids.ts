import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from './test-app.ts'

export interface CheckIds {
  answerTest: string
}

/** Checks of a workspace's content, written past what runs them. */
export async function checkIds(app: TestApp, workspaceId: string): Promise<CheckIds> {
  const ids = { answerTest: newId() }
  await app.rows(
    `insert into answer_tests (workspace_id, id, question, must_contain)
     values ('${workspaceId}', '${ids.answerTest}', 'Do you ship to Canada?', '{Canada}')`,
  )
  return ids
}
