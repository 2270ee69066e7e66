import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { textInput } from '../contract.ts'
import { createTexts } from './create-texts.ts'
import { sources } from './knowledge.table.ts'
import { clearSources } from './source-chunks.ts'

/** Puts these in the place of all texts of the workspace: for one whose texts are kept elsewhere. */
export const replaceTexts = (context: WorkspaceContext, newTexts: z.output<typeof textInput>[]): Promise<string[]> =>
  inTransaction(context, async (transaction) => {
    const workspaceTexts = and(eq(sources.workspaceId, transaction.workspaceId), eq(sources.kind, 'text'))
    const formerTexts = await transaction.tx
      .select({ id: sources.id, kind: sources.kind })
      .from(sources)
      .where(workspaceTexts)
    if (formerTexts.length > 0) {
      await clearSources(transaction, formerTexts)
      await transaction.tx.delete(sources).where(workspaceTexts)
    }
    return createTexts(transaction, newTexts)
  })
