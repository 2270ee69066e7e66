import { and, eq, ne } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { lockNamed, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { DnsResolver } from '../../../platform/dns/index.ts'
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
import { parseHostName } from '../domain/host-name.ts'

export interface DomainServices {
  workspaces: WorkspaceServices
  dns: DnsResolver
  appUrl: URL
  /** The instance is reached from its own machine only: names that lead there will do. */
  local: boolean
}

const domainColumns = {
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
  const [row] = await transaction.select(domainColumns).from(workspaces).where(eq(workspaces.id, workspaceId))
  if (!row) throw notFound('workspace')
  return row
}

export const toCustomDomain = (domainRow: DomainRow, appUrl: URL): CustomDomain => ({
  custom_domain: domainRow.domain,
  custom_domain_status: domainRow.status,
  record: domainRow.domain === null ? null : proofRecord(domainRow.domain, domainRow.id),
  target: appUrl.hostname,
  problem: domainRow.problem,
  checked_at: domainRow.checkedAt?.toISOString() ?? null,
})

const invalidDomain = (message: string) =>
  new AppError('invalid', 'domain.invalid', message, { details: { fields: [{ path: 'custom_domain', message }] } })

export const domainTaken = () =>
  new AppError('conflict', 'domain.taken', 'This domain is already in use by another workspace.')

/**
 * Returns true when another workspace has verified this domain. Locks the name until the transaction ends, so that one
 * of two concurrent callers wins.
 */
export async function isDomainTaken(transaction: Tx, customDomain: string, workspaceId: string): Promise<boolean> {
  await lockNamed(transaction, `domain:${customDomain}`)
  const otherOwners = await transaction
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.customDomain, customDomain),
        eq(workspaces.customDomainStatus, 'verified'),
        ne(workspaces.id, workspaceId),
      ),
    )
  return otherOwners.length > 0
}

/** Saves a domain and notifies every node, because its pages change. */
export async function writeDomain(
  services: WorkspaceServices,
  transaction: Tx,
  domainRow: Omit<DomainRow, 'id'> & { id: string },
): Promise<void> {
  await transaction
    .update(workspaces)
    .set({
      customDomain: domainRow.domain,
      customDomainStatus: domainRow.status,
      customDomainSince: domainRow.since,
      customDomainProblem: domainRow.problem,
      customDomainCheckedAt: domainRow.checkedAt,
    })
    .where(eq(workspaces.id, domainRow.id))
  await services.events.emit(transaction, { type: 'workspace.changed', workspace_id: domainRow.id })
}

export const getDomain = (services: DomainServices, context: WorkspaceContext): Promise<CustomDomain> =>
  systemTransaction(context.services.db, async (transaction) =>
    toCustomDomain(await readDomain(transaction, context.workspaceId), services.appUrl),
  )

/** Checks `If-Match` of a change. @throws precondition_failed */
const requireSameDomain = (services: DomainServices, context: WorkspaceContext, transaction: Tx): Promise<void> =>
  requireMatch(context, async () => {
    await lockWorkspace({ ...context, tx: transaction })
    return toCustomDomain(await readDomain(transaction, context.workspaceId), services.appUrl)
  })

/**
 * Names a domain, which has to be proved.
 *
 * @throws invalid `domain.invalid`; limit `limit.customization`; conflict `domain.taken`
 */
export function setDomain(
  services: DomainServices,
  context: WorkspaceContext,
  domainInput: { custom_domain: string },
): Promise<CustomDomain> {
  const customDomain = parseHostName(domainInput.custom_domain, services)
  if (customDomain === null) throw invalidDomain(INVALID_DOMAIN)
  const ownHost = services.appUrl.hostname
  if (customDomain === ownHost || customDomain.endsWith(`.${ownHost}`))
    throw invalidDomain('This domain is part of the service itself.')
  return systemTransaction(context.services.db, async (transaction) => {
    await requireSameDomain(services, context, transaction)
    const previousDomain = await readDomain(transaction, context.workspaceId)
    if (previousDomain.domain === customDomain && previousDomain.status !== 'failed')
      return toCustomDomain(previousDomain, services.appUrl)
    // A domain that was named before can be proved again on every plan.
    if (previousDomain.domain !== customDomain) requireAdvancedCustomization(context, ['custom_domain'])
    if (await isDomainTaken(transaction, customDomain, context.workspaceId)) throw domainTaken()
    const pendingDomain: DomainRow = {
      id: context.workspaceId,
      domain: customDomain,
      status: 'pending',
      since: new Date(),
      problem: null,
      checkedAt: null,
    }
    await writeDomain(context.services, transaction, pendingDomain)
    await recordAudit({ ...context, tx: transaction }, { action: 'domain.set', subject: customDomain })
    return toCustomDomain(pendingDomain, services.appUrl)
  })
}

export const removeDomain = (services: DomainServices, context: WorkspaceContext): Promise<CustomDomain> =>
  systemTransaction(context.services.db, async (transaction) => {
    const emptyDomain = { domain: null, status: 'none' as const, since: null, problem: null, checkedAt: null }
    const removedDomain: DomainRow = { id: context.workspaceId, ...emptyDomain }
    await requireSameDomain(services, context, transaction)
    const previousDomain = await readDomain(transaction, context.workspaceId)
    await writeDomain(context.services, transaction, removedDomain)
    if (previousDomain.domain)
      await recordAudit({ ...context, tx: transaction }, { action: 'domain.removed', subject: previousDomain.domain })
    return toCustomDomain(removedDomain, services.appUrl)
  })
