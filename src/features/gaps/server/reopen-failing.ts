import { and, eq, exists, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { gapQuestions, gaps } from './gaps.table.ts'

const areResolved = (workspaceId: string, gapIds: readonly string[]) =>
  and(eq(gaps.workspaceId, workspaceId), inArray(gaps.id, [...gapIds]), eq(gaps.state, 'resolved'))

/** A resolved gap in which a question fails that was asked after the verification is open again. @returns which */
export async function reopenFailingGaps(
  { tx, workspaceId }: WorkspaceTransaction,
  gapIds: readonly string[],
): Promise<string[]> {
  const reopenedGaps = await tx
    .update(gaps)
    .set({ state: 'open', reopenedAt: sql`now()`, verificationState: 'failed' })
    .where(and(areResolved(workspaceId, gapIds), gt(gaps.lastAskedAt, gaps.verifiedAt)))
    .returning({ id: gaps.id })
  return reopenedGaps.map(({ id }) => id)
}

/** Returns the resolved gaps with a question from before the verification that was not part of it. */
export async function gapsToVerifyAgain(
  { tx, workspaceId }: WorkspaceTransaction,
  gapIds: readonly string[],
): Promise<string[]> {
  const unverified = tx
    .select({ id: gapQuestions.messageId })
    .from(gapQuestions)
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        eq(gapQuestions.gapId, gaps.id),
        isNull(gapQuestions.verification),
      ),
    )
  const gapsToVerify = await tx
    .select({ id: gaps.id })
    .from(gaps)
    .where(and(areResolved(workspaceId, gapIds), exists(unverified)))
  return gapsToVerify.map(({ id }) => id)
}
