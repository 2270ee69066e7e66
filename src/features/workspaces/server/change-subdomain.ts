import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { databaseErrorCode, systemTransaction } from '../../../platform/db/index.ts'
import { isValidSubdomain, SUBDOMAIN_MAX, SUBDOMAIN_MIN } from '../domain/subdomain.ts'
import { recordAudit } from './audit-log.ts'
import type { WorkspaceContext } from './context.ts'
import { isReservedForOthers, releaseSubdomain } from './workspaces.queries.ts'
import { reservedSubdomains, workspaces } from './workspaces.table.ts'

/** A former name leads to its workspace for as long as there is one. */
const FOR_GOOD = new Date('9999-01-01T00:00:00Z')
const UNIQUE_VIOLATION = '23505'

const INVALID_SUBDOMAIN = `Use ${SUBDOMAIN_MIN} to ${SUBDOMAIN_MAX} lower-case letters, digits and single hyphens.`

const subdomainTakenError = () => new AppError('conflict', 'workspace.subdomain_taken', 'This subdomain is taken.')

/**
 * Changes the subdomain of the workspace; the former one redirects to it and stays reserved.
 * @throws invalid `workspace.subdomain`; conflict `workspace.subdomain_taken`
 */
export async function changeSubdomain(
  context: WorkspaceContext,
  subdomainChange: { subdomain: string },
): Promise<{ subdomain: string }> {
  const subdomain = subdomainChange.subdomain.trim().toLowerCase()
  if (!isValidSubdomain(subdomain))
    throw new AppError('invalid', 'workspace.subdomain', INVALID_SUBDOMAIN, {
      details: { fields: [{ path: 'subdomain', message: INVALID_SUBDOMAIN }] },
    })
  const { db, events } = context.services
  try {
    return await systemTransaction(db, async (transaction) => {
      const [row] = await transaction
        .select()
        .from(workspaces)
        .where(eq(workspaces.id, context.workspaceId))
        .for('update')
      if (!row) throw notFound('workspace')
      if (row.subdomain === subdomain) return { subdomain }
      if (await isReservedForOthers(transaction, subdomain, { userId: context.userId, workspaceId: row.id }))
        throw subdomainTakenError()
      await releaseSubdomain(transaction, subdomain)
      await transaction.update(workspaces).set({ subdomain, updatedAt: new Date() }).where(eq(workspaces.id, row.id))
      await transaction
        .insert(reservedSubdomains)
        .values({ subdomain: row.subdomain, workspaceId: row.id, reservedUntil: FOR_GOOD })
        .onConflictDoUpdate({
          target: reservedSubdomains.subdomain,
          set: { workspaceId: row.id, reservedUntil: FOR_GOOD, formerOwnerIds: [] },
        })
      const auditDetails = { from: row.subdomain, to: subdomain }
      await recordAudit(
        { ...context, tx: transaction },
        { action: 'workspace.subdomain_changed', details: auditDetails },
      )
      await events.emit(transaction, { type: 'workspace.changed', workspace_id: row.id })
      return { subdomain }
    })
  } catch (updateError) {
    if (databaseErrorCode(updateError) === UNIQUE_VIOLATION) throw subdomainTakenError()
    throw updateError
  }
}
