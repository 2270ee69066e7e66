import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { newId } from '../../../../kernel/ids.ts'
import { lockNamed } from '../../../../platform/db/index.ts'
import { questionKey } from '../../../questions/server/index.ts'
import { contentChanged, type WorkspaceTransaction } from '../../../workspaces/server/index.ts'
import { BLOCKED_SOURCES_MAX, type BlockedSource } from '../../contract.ts'
import { presentBlockedSource } from './blocked-sources.queries.ts'
import { blockedSources } from './blocked-sources.table.ts'

interface NewBlock {
  question: string
  kind: BlockedSource['kind']
  /** The FAQ's id, or that of the document, page, text or item. */
  sourceId: string
  title: string
}

/** Blocks are counted one after another. */
const lockBlocks = ({ tx, workspaceId }: WorkspaceTransaction) => lockNamed(tx, `blocked-sources:${workspaceId}`)

/**
 * From the commit on, the source answers neither the question nor its close paraphrases. Blocking it again changes
 * nothing.
 * @throws conflict `blocked_source.limit`
 */
export async function blockSource(transaction: WorkspaceTransaction, block: NewBlock): Promise<BlockedSource> {
  const { tx, workspaceId, actor } = transaction
  await lockBlocks(transaction)
  const key = questionKey(block.question)
  const isPair = and(
    eq(blockedSources.workspaceId, workspaceId),
    eq(blockedSources.questionKey, key),
    eq(blockedSources.sourceId, block.sourceId),
  )
  const [known] = await tx.select().from(blockedSources).where(isPair)
  if (known) return presentBlockedSource(known)
  const count = await tx.$count(blockedSources, eq(blockedSources.workspaceId, workspaceId))
  if (count >= BLOCKED_SOURCES_MAX)
    throw new AppError(
      'conflict',
      'blocked_source.limit',
      `This workspace blocks ${BLOCKED_SOURCES_MAX} sources, which is the most it can. Unblock one first.`,
    )
  const values = { ...block, workspaceId, id: newId(), questionKey: key, blockedBy: actor?.name ?? null }
  const [row] = await tx.insert(blockedSources).values(values).returning()
  if (!row) throw new Error('The insert returned no row.')
  await contentChanged(transaction)
  return presentBlockedSource(row)
}

/** The source may answer again. @throws not_found */
export async function unblockSource(transaction: WorkspaceTransaction, id: string): Promise<{ questionKey: string }> {
  const { tx, workspaceId } = transaction
  const [row] = await tx
    .delete(blockedSources)
    .where(and(eq(blockedSources.workspaceId, workspaceId), eq(blockedSources.id, id)))
    .returning({ questionKey: blockedSources.questionKey })
  if (!row) throw notFound('blocked_source')
  await contentChanged(transaction)
  return row
}
