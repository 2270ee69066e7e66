import { eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { allowedOrigin } from '../domain/allowed-origin.ts'
import { changesBetween, recordAudit } from './audit-log.ts'
import { requireMatch } from './conditional/entity-tags.ts'
import { lockWorkspace } from './conditional/lock-workspace.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from './context.ts'
import { workspaces } from './workspaces.table.ts'

/** The sites that may show the workspace's widget; empty for all. */
export async function allowedOriginsOf({ tx, workspaceId }: WorkspaceTransaction): Promise<string[]> {
  const [row] = await tx
    .select({ origins: workspaces.widgetAllowedOrigins })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  return row?.origins ?? []
}

/**
 * Replaces the sites that may show the workspace's widget.
 *
 * @param typedOrigins as people write them; each becomes its origin, once
 * @throws invalid `workspace.allowed_origin` where one is no website
 */
export async function replaceAllowedOrigins(
  context: WorkspaceContext,
  typedOrigins: readonly string[],
): Promise<string[]> {
  const allowedOrigins = new Set<string>()
  for (const [at, text] of typedOrigins.entries()) {
    const origin = allowedOrigin(text)
    if (!origin) {
      const refusalMessage = `“${text.trim().slice(0, 80)}” is not a website. Please enter an address like https://www.example.com.`
      throw new AppError('invalid', 'workspace.allowed_origin', refusalMessage, {
        details: { fields: [{ path: `origins.${at}`, message: refusalMessage }] },
      })
    }
    allowedOrigins.add(origin)
  }
  return inTransaction(context, async (transaction) => {
    await requireMatch(transaction, async () => {
      await lockWorkspace(transaction)
      return { origins: await allowedOriginsOf(transaction) }
    })
    const changes = changesBetween({ origins: await allowedOriginsOf(transaction) }, { origins: [...allowedOrigins] })
    await transaction.tx
      .update(workspaces)
      .set({ widgetAllowedOrigins: [...allowedOrigins], updatedAt: new Date() })
      .where(eq(workspaces.id, transaction.workspaceId))
    if (changes.length > 0) await recordAudit(transaction, { action: 'widget.origins_changed', details: { changes } })
    await emit(transaction, { type: 'workspace.changed' })
    return [...allowedOrigins]
  })
}
