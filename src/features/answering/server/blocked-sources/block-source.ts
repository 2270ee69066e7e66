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
export async function blockSource(transaction: WorkspaceTransaction, newBlock: NewBlock): Promise<BlockedSource> {
  const { tx, workspaceId, actor } = transaction
  await lockBlocks(transaction)
  const normalizedQuestion = questionKey(newBlock.question)
  const isPair = and(
    eq(blockedSources.workspaceId, workspaceId),
    eq(blockedSources.questionKey, normalizedQuestion),
    eq(blockedSources.sourceId, newBlock.sourceId),
  )
  const [knownBlock] = await tx.select().from(blockedSources).where(isPair)
  if (knownBlock) return presentBlockedSource(knownBlock)
  const blockCount = await tx.$count(blockedSources, eq(blockedSources.workspaceId, workspaceId))
  if (blockCount >= BLOCKED_SOURCES_MAX)
    throw new AppError(
      'conflict',
      'blocked_source.limit',
      `This workspace blocks ${BLOCKED_SOURCES_MAX} sources, which is the most it can. Unblock one first.`,
    )
  const blockValues = {
    ...newBlock,
    workspaceId,
    id: newId(),
    questionKey: normalizedQuestion,
    blockedBy: actor?.name ?? null,
  }
  const [insertedBlock] = await tx.insert(blockedSources).values(blockValues).returning()
  if (!insertedBlock) throw new Error('The insert returned no row.')
  await contentChanged(transaction)
  return presentBlockedSource(insertedBlock)
}

/** The source may answer again. @throws not_found */
export async function unblockSource(transaction: WorkspaceTransaction, id: string): Promise<{ questionKey: string }> {
  const { tx, workspaceId } = transaction
  const [deletedBlock] = await tx
    .delete(blockedSources)
    .where(and(eq(blockedSources.workspaceId, workspaceId), eq(blockedSources.id, id)))
    .returning({ questionKey: blockedSources.questionKey })
  if (!deletedBlock) throw notFound('blocked_source')
  await contentChanged(transaction)
  return deletedBlock
}
