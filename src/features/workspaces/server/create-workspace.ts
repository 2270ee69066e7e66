import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { lockNamed, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { Access } from '../../billing/contract.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { Workspace } from '../contract.ts'
import { subdomainCandidates } from '../domain/subdomain.ts'
import { normalizeWebsiteUrl } from '../domain/website-url.ts'
import { personActor, recordAudit } from './audit-log.ts'
import type { WorkspaceServices } from './context.ts'
import { countBilledTo, isReservedForOthers, releaseSubdomain, workspacesOf } from './workspaces.queries.ts'
import { workspaceMembers, workspaces } from './workspaces.table.ts'

/**
 * Takes the first subdomain that is free, or reserved for the creator. The unique index decides: of two concurrent
 * requests for a name, one tries the next name.
 */
async function insertWithSubdomain(
  transaction: Tx,
  newWorkspace: Omit<typeof workspaces.$inferInsert, 'subdomain'>,
  wantedSubdomain?: string,
): Promise<string> {
  const candidates = wantedSubdomain ? [wantedSubdomain] : subdomainCandidates(newWorkspace.name)
  for (const subdomain of candidates) {
    if (await isReservedForOthers(transaction, subdomain, { userId: newWorkspace.billingUserId })) continue
    const inserted = await transaction
      .insert(workspaces)
      .values({ ...newWorkspace, subdomain })
      .onConflictDoNothing()
      .returning({ id: workspaces.id })
    if (inserted.length === 0) continue
    await releaseSubdomain(transaction, subdomain)
    return subdomain
  }
  throw new AppError('conflict', 'workspace.subdomain_taken', 'This subdomain is taken.')
}

/** In the caller's transaction (system role); checks no limit. `subdomain` is for the demo, which has a fixed one. */
export async function insertWorkspace(
  services: WorkspaceServices,
  transaction: Tx,
  workspaceOptions: { userId: string; name: string; websiteUrl: string | null; subdomain?: string },
): Promise<{ id: string; subdomain: string }> {
  const workspaceId = newId()
  const subdomain = await insertWithSubdomain(
    transaction,
    {
      id: workspaceId,
      name: workspaceOptions.name,
      websiteUrl: workspaceOptions.websiteUrl,
      billingUserId: workspaceOptions.userId,
    },
    workspaceOptions.subdomain,
  )
  await transaction.insert(workspaceMembers).values({ workspaceId, userId: workspaceOptions.userId, role: 'owner' })
  const creator = await personActor(transaction, workspaceOptions.userId)
  await recordAudit(
    { tx: transaction, workspaceId, actor: creator, services },
    { action: 'workspace.created', subject: workspaceOptions.name },
  )
  await services.events.emit(transaction, { type: 'workspace.created', workspace_id: workspaceId })
  return { id: workspaceId, subdomain }
}

/** Locks the user's paid workspaces until the transaction (system role) ends. Taken before any lock on a workspace. */
export const lockWorkspacesOf = (transaction: Tx, userId: string): Promise<unknown> =>
  lockNamed(transaction, `workspaces:${userId}`)

const limitMessageOf = (workspaceLimit: number) =>
  `Free plan allows only ${workspaceLimit} workspace. Please upgrade to Pro to create more workspaces.`

/**
 * Returns the user's plan if it has room for one more workspace; the count is locked until the transaction (system
 * role) ends.
 * @throws limit `limit.workspaces` with the message from `refusalMessage`
 */
export async function roomForWorkspace(
  services: WorkspaceServices,
  transaction: Tx,
  userId: string,
  refusalMessage: (limit: number) => string = limitMessageOf,
): Promise<Access> {
  await lockWorkspacesOf(transaction, userId)
  const payerAccess = await accessOf(transaction, userId, services)
  const workspaceLimit = payerAccess.limits.workspaces
  if (workspaceLimit !== null && (await countBilledTo(transaction, userId)) >= workspaceLimit)
    throw new AppError('limit', 'limit.workspaces', refusalMessage(workspaceLimit), {
      details: { title: 'Workspace Limit Reached', limit: workspaceLimit },
    })
  return payerAccess
}

/** Without a website none is read. @throws invalid `workspace.website_url`; limit `limit.workspaces`: of two requests racing at the limit, one wins. */
export async function createWorkspace(
  services: WorkspaceServices,
  userId: string,
  workspaceInput: { name: string; website_url: string },
): Promise<Workspace> {
  const websiteUrl = normalizeWebsiteUrl(workspaceInput.website_url)
  if (workspaceInput.website_url && !websiteUrl)
    throw new AppError('invalid', 'workspace.website_url', 'Please enter a valid URL', {
      details: { fields: [{ path: 'website_url', message: 'Please enter a valid URL' }] },
    })
  return systemTransaction(services.db, async (transaction) => {
    const { has_access, paywall } = await roomForWorkspace(services, transaction, userId)
    if (!has_access && paywall)
      throw new AppError(
        'limit',
        'limit.no_access',
        'Your free trial has ended. Choose a plan to continue; nothing has been deleted.',
      )
    const { id } = await insertWorkspace(services, transaction, { userId, name: workspaceInput.name, websiteUrl })
    // Not the demo's: its website exists in name only.
    if (websiteUrl)
      await services.events.emit(transaction, {
        type: 'workspace.website',
        workspace_id: id,
        name: workspaceInput.name,
        url: websiteUrl,
      })
    const [workspace] = await workspacesOf(transaction, userId, id)
    if (!workspace) throw new Error('a workspace just written cannot be read')
    return workspace
  })
}
