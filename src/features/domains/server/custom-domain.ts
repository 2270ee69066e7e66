import { and, eq, ne } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { lockNamed, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { Dns } from '../../../platform/dns/index.ts'
import {
  lockWorkspace,
  recordAudit,
  requireAdvancedCustomization,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceServices,
  workspaces,
} from '../../workspaces/server/index.ts'
import { type CustomDomain, INVALID_DOMAIN } from '../contract.ts'
import { proofRecord } from '../domain/domain-status.ts'
import { hostName } from '../domain/host-name.ts'

export interface DomainServices {
  workspaces: WorkspaceServices
  dns: Dns
  appUrl: URL
  /** The instance is reached from its own machine only: names that lead there will do. */
  local: boolean
}

const columns = {
  id: workspaces.id,
  domain: workspaces.customDomain,
  status: workspaces.customDomainStatus,
  since: workspaces.customDomainSince,
  problem: workspaces.customDomainProblem,
  checkedAt: workspaces.customDomainCheckedAt,
}
/** Columns of a workspace with its domain. */
export interface DomainRow {
  id: string
  domain: string | null
  status: CustomDomain['custom_domain_status']
  since: Date | null
  problem: string | null
  checkedAt: Date | null
}

export async function readDomain(transaction: Tx, workspaceId: string): Promise<DomainRow> {
  const [row] = await transaction.select(columns).from(workspaces).where(eq(workspaces.id, workspaceId))
  if (!row) throw notFound('workspace')
  return row
}

export const toResponse = (row: DomainRow, appUrl: URL): CustomDomain => ({
  custom_domain: row.domain,
  custom_domain_status: row.status,
  record: row.domain === null ? null : proofRecord(row.domain, row.id),
  target: appUrl.hostname,
  problem: row.problem,
  checked_at: row.checkedAt?.toISOString() ?? null,
})

const invalid = (message: string) =>
  new AppError('invalid', 'domain.invalid', message, { details: { fields: [{ path: 'custom_domain', message }] } })

export const domainTaken = () =>
  new AppError('conflict', 'domain.taken', 'This domain is already in use by another workspace.')

/**
 * Returns true when another workspace has verified this domain. Locks the name until the transaction ends, so that one
 * of two concurrent callers wins.
 */
export async function isTaken(transaction: Tx, domain: string, workspaceId: string): Promise<boolean> {
  await lockNamed(transaction, `domain:${domain}`)
  const rows = await transaction
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.customDomain, domain),
        eq(workspaces.customDomainStatus, 'verified'),
        ne(workspaces.id, workspaceId),
      ),
    )
  return rows.length > 0
}

/** Saves a domain and notifies every node, because its pages change. */
export async function writeDomain(
  services: WorkspaceServices,
  transaction: Tx,
  row: Omit<DomainRow, 'id'> & { id: string },
): Promise<void> {
  await transaction
    .update(workspaces)
    .set({
      customDomain: row.domain,
      customDomainStatus: row.status,
      customDomainSince: row.since,
      customDomainProblem: row.problem,
      customDomainCheckedAt: row.checkedAt,
    })
    .where(eq(workspaces.id, row.id))
  await services.events.emit(transaction, { type: 'workspace.changed', workspace_id: row.id })
}

export const getDomain = (services: DomainServices, context: WorkspaceContext): Promise<CustomDomain> =>
  systemTransaction(context.services.db, async (transaction) =>
    toResponse(await readDomain(transaction, context.workspaceId), services.appUrl),
  )

/** Checks `If-Match` of a change. @throws precondition_failed */
const requireSameDomain = (services: DomainServices, context: WorkspaceContext, transaction: Tx): Promise<void> =>
  requireMatch(context, async () => {
    await lockWorkspace({ ...context, tx: transaction })
    return toResponse(await readDomain(transaction, context.workspaceId), services.appUrl)
  })

/**
 * Names a domain, which has to be proved.
 *
 * @throws invalid `domain.invalid`; limit `limit.customization`; conflict `domain.taken`
 */
export function setDomain(
  services: DomainServices,
  context: WorkspaceContext,
  input: { custom_domain: string },
): Promise<CustomDomain> {
  const domain = hostName(input.custom_domain, services)
  if (domain === null) throw invalid(INVALID_DOMAIN)
  const own = services.appUrl.hostname
  if (domain === own || domain.endsWith(`.${own}`)) throw invalid('This domain is part of the service itself.')
  return systemTransaction(context.services.db, async (transaction) => {
    await requireSameDomain(services, context, transaction)
    const before = await readDomain(transaction, context.workspaceId)
    if (before.domain === domain && before.status !== 'failed') return toResponse(before, services.appUrl)
    // A domain that was named before can be proved again on every plan.
    if (before.domain !== domain) requireAdvancedCustomization(context, ['custom_domain'])
    if (await isTaken(transaction, domain, context.workspaceId)) throw domainTaken()
    const row: DomainRow = {
      id: context.workspaceId,
      domain,
      status: 'pending',
      since: new Date(),
      problem: null,
      checkedAt: null,
    }
    await writeDomain(context.services, transaction, row)
    await recordAudit({ ...context, tx: transaction }, { action: 'domain.set', subject: domain })
    return toResponse(row, services.appUrl)
  })
}

export const removeDomain = (services: DomainServices, context: WorkspaceContext): Promise<CustomDomain> =>
  systemTransaction(context.services.db, async (transaction) => {
    const none = { domain: null, status: 'none' as const, since: null, problem: null, checkedAt: null }
    const row: DomainRow = { id: context.workspaceId, ...none }
    await requireSameDomain(services, context, transaction)
    const before = await readDomain(transaction, context.workspaceId)
    await writeDomain(context.services, transaction, row)
    if (before.domain)
      await recordAudit({ ...context, tx: transaction }, { action: 'domain.removed', subject: before.domain })
    return toResponse(row, services.appUrl)
  })
