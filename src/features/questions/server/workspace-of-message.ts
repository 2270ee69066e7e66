import { eq } from 'drizzle-orm'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import { messages } from './questions.table.ts'

/** The workspace that a message belongs to, by the message's unguessable id; null when there is no such message. */
export const workspaceOfMessage = (db: Database, messageId: string): Promise<string | null> =>
  systemTransaction(db, async (tx) => {
    const [row] = await tx
      .select({ workspaceId: messages.workspaceId })
      .from(messages)
      .where(eq(messages.id, messageId))
    return row?.workspaceId ?? null
  })
