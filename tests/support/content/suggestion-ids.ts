import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../app/test-app.ts'

/** A suggested FAQ in a workspace, written past the reading of sources. */
export async function suggestionId(app: TestApp, workspaceId: string): Promise<string> {
  const [source, id] = [newId(), newId()]
  await app.rows(
    `insert into sources (workspace_id, id, kind, title, state) values ('${workspaceId}', '${source}', 'text', 'Help', 'ready')`,
  )
  await app.rows(
    `insert into suggested_faqs (workspace_id, id, source_id, kind, question, answer, question_key, state)
     values ('${workspaceId}', '${id}', '${source}', 'heading', 'Is it suggested?', 'Yes.', '${id}', 'offered')`,
  )
  return id
}
