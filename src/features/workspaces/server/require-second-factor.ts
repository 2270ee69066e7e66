import { eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { missingSecondFactor, type SignedIn, users } from '../../accounts/server/index.ts'
import { recordAudit } from './audit-log.ts'
import { emit, inTransaction, type WorkspaceContext } from './context.ts'
import { workspaces } from './workspaces.table.ts'

/**
 * Requires a second factor of every member, or no longer does. The owner who requires it needs one first.
 * Throws conflict `workspace.own_second_factor_missing`.
 */
export async function requireSecondFactor(
  context: WorkspaceContext,
  signedIn: SignedIn,
  required: boolean,
): Promise<void> {
  if (required) {
    const [owner] = await systemTransaction(context.services.db, (transaction) =>
      transaction
        .select({ missing: missingSecondFactor(signedIn.sessionId) })
        .from(users)
        .where(eq(users.id, signedIn.userId)),
    )
    if (!owner || owner.missing !== null)
      throw new AppError(
        'conflict',
        'workspace.own_second_factor_missing',
        owner?.missing === 'confirm'
          ? 'Sign in with your passkey first: the workspace would be closed to this session.'
          : 'Set up two-factor authentication or a passkey in your profile first.',
      )
  }
  await inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const [before] = await tx
      .select({ required: workspaces.secondFactorRequired })
      .from(workspaces)
      .where(eq(workspaces.id, workspaceId))
      .for('no key update')
    if (before?.required === required) return
    await tx.update(workspaces).set({ secondFactorRequired: required }).where(eq(workspaces.id, workspaceId))
    await recordAudit(transaction, {
      action: required ? 'workspace.second_factor_required' : 'workspace.second_factor_optional',
    })
    await emit(transaction, { type: 'workspace.changed' })
  })
}
