import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { textInput } from '../contract.ts'
import { createTexts } from './create-texts.ts'
import { sources } from './knowledge.table.ts'
import { clearSources } from './source-chunks.ts'

/** Puts these in the place of all texts of the workspace: for one whose texts are kept elsewhere. */
export const replaceTexts = (context: WorkspaceContext, texts: z.output<typeof textInput>[]): Promise<string[]> =>
  inTransaction(context, async (transaction) => {
    const ours = and(eq(sources.workspaceId, transaction.workspaceId), eq(sources.kind, 'text'))
    const former = await transaction.tx.select({ id: sources.id, kind: sources.kind }).from(sources).where(ours)
    if (former.length > 0) {
      await clearSources(transaction, former)
      await transaction.tx.delete(sources).where(ours)
    }
    return createTexts(transaction, texts)
  })
