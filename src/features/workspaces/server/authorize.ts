import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import { isOutdated, newReadOrigin, systemLookup, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { missingSecondFactor, type SignedIn, users } from '../../accounts/server/index.ts'
import type { Access } from '../../billing/contract.ts'
import { accessOf } from '../../billing/server/index.ts'
import { type Action, type AnswerLevel, roleAllows } from '../contract.ts'
import { checkApiKey } from './api-keys/check-api-key.ts'
import type { VisitorContext, WorkspaceContext, WorkspaceServices, WorkspaceTransaction } from './context.ts'
import { apiKeys, workspaceMembers, workspaces } from './workspaces.table.ts'

/** Permission of a procedure, from its contract's metadata. */
export interface RequiredAccess {
  action: Action
  writes: boolean
  duringPaywall: boolean
}

const createContext = (
  services: WorkspaceServices,
  contextFields: Pick<WorkspaceContext, 'workspaceId' | 'userId' | 'role' | 'action' | 'actor' | 'access'>,
): WorkspaceContext =>
  ({ ...contextFields, ifMatch: null, readOrigin: null, services, tx: null }) as unknown as WorkspaceContext

const NOBODY = { userId: null, action: null, actor: null, access: null } as const

async function accessToWrite(
  transaction: Tx,
  services: WorkspaceServices,
  billingUserId: string,
  requiredAccess: Pick<RequiredAccess, 'writes' | 'duringPaywall'>,
): Promise<Access | null> {
  if (!requiredAccess.writes) return null
  const currentAccess = await accessOf(transaction, billingUserId, services)
  if (!currentAccess.has_access && !requiredAccess.duringPaywall)
    throw new AppError(
      'limit',
      'limit.no_access',
      'Your free trial has ended. Choose a plan to continue; nothing has been deleted.',
    )
  return currentAccess
}

/**
 * Authorizes a signed-in user in a workspace. Another workspace looks like a missing one. Throws invalid
 * `workspace.not_selected`, not_found `workspace.not_found`, forbidden `workspace.second_factor_required` and
 * `workspace.owner_only`, limit `limit.no_access`.
 */
export async function authorizeMember(
  services: WorkspaceServices,
  signedIn: SignedIn & { workspaceId: string | null },
  requiredAccess: RequiredAccess,
): Promise<WorkspaceContext> {
  const { userId, sessionId, workspaceId } = signedIn
  if (!workspaceId) throw new AppError('invalid', 'workspace.not_selected', 'No workspace selected')
  if (!isId(workspaceId)) throw notFound('workspace')
  return systemTransaction(services.db, async (transaction) => {
    const [row] = await transaction
      .select({
        role: workspaceMembers.role,
        billingUserId: workspaces.billingUserId,
        name: users.name,
        email: users.email,
        secondFactorRequired: workspaces.secondFactorRequired,
        missingSecondFactor: missingSecondFactor(sessionId),
      })
      .from(workspaceMembers)
      .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
      .innerJoin(users, eq(users.id, workspaceMembers.userId))
      .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
    if (!row) throw notFound('workspace')
    if (row.secondFactorRequired && row.missingSecondFactor !== null)
      throw new AppError(
        'forbidden',
        'workspace.second_factor_required',
        row.missingSecondFactor === 'confirm'
          ? 'This workspace requires two-factor authentication. Please confirm with your passkey.'
          : 'This workspace requires two-factor authentication. Please set it up in your profile.',
      )
    if (!roleAllows(row.role, requiredAccess.action))
      throw new AppError('forbidden', 'workspace.owner_only', 'Only an owner of this workspace can do this.')
    const currentAccess = await accessToWrite(transaction, services, row.billingUserId, requiredAccess)
    const actor = { kind: 'person' as const, id: userId, name: row.name || row.email }
    return createContext(services, {
      workspaceId,
      userId,
      role: row.role,
      action: requiredAccess.action,
      actor,
      access: currentAccess,
    })
  })
}

export const hashApiKey = (apiKey: string): string => createHash('sha256').update(apiKey).digest('hex')

/**
 * An integrator acts by API key; the key names the workspace and acts with an owner's rights, as far as its scope,
 * areas and networks let it. `clientAddress` is the client's.
 */
export async function authorizeApiKey(
  services: WorkspaceServices,
  authorizationHeader: string | null,
  requiredAccess: Omit<RequiredAccess, 'action'> & { action: Action | null },
  clientAddress: string,
): Promise<WorkspaceContext> {
  const apiKey = /^Bearer\s+(\S{1,200})$/i.exec(authorizationHeader ?? '')?.[1]
  if (!apiKey)
    throw new AppError('unauthenticated', 'api_key.required', 'Send your API key as «Authorization: Bearer <api key>».')
  return systemTransaction(services.db, async (transaction) => {
    const [row] = await transaction
      .select({
        workspaceId: apiKeys.workspaceId,
        id: apiKeys.id,
        name: apiKeys.name,
        scope: apiKeys.scope,
        areas: apiKeys.areas,
        networks: apiKeys.networks,
        expiresAt: apiKeys.expiresAt,
        billingUserId: workspaces.billingUserId,
      })
      .from(apiKeys)
      .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
      .where(eq(apiKeys.keyHash, hashApiKey(apiKey)))
    if (!row)
      throw new AppError('unauthenticated', 'api_key.unknown', 'This API key is not valid. It may have been revoked.')
    checkApiKey(row, requiredAccess, clientAddress)
    const currentAccess = await accessToWrite(transaction, services, row.billingUserId, requiredAccess)
    // At most once a minute, so that a busy key does not turn every read into a write.
    await transaction
      .update(apiKeys)
      .set({ lastUsedAt: new Date() })
      .where(
        and(
          eq(apiKeys.workspaceId, row.workspaceId),
          eq(apiKeys.id, row.id),
          sql`(${apiKeys.lastUsedAt} is null or ${apiKeys.lastUsedAt} < now() - interval '1 minute')`,
        ),
      )
    const { workspaceId } = row
    const actor = { kind: 'api_key' as const, id: row.id, name: row.name }
    return createContext(services, {
      workspaceId,
      userId: null,
      role: 'owner',
      action: requiredAccess.action,
      actor,
      access: currentAccess,
    })
  })
}

export interface WorkspaceName {
  subdomain?: string | undefined
  workspace_id?: string | undefined
}

/** A workspace as visitors reach it, with the origins it lets its widget be used from (empty: from all). */
export interface VisitorScope {
  ctx: VisitorContext
  allowedOrigins: readonly string[]
  /** Value of the further column, null without one. */
  further: unknown
}

/**
 * SQL for whether a workspace serves its published content over MCP. Unless its owner decides, it does where the page
 * is for everybody: search engines may list it, and the use of the widget is not limited to some sites.
 */
export const SERVES_MCP = 'coalesce(mcp_enabled, search_engine_visible and cardinality(widget_allowed_origins) = 0)'

interface VisitedRow {
  id: string
  name: string
  subdomain: string
  version: string
  answerLevel: AnswerLevel
  origins: string[]
  further: unknown
}

const SUBDOMAIN = /^[a-z0-9-]+$/

/**
 * The public page, the widget and the public API: one workspace by its subdomain or id, or null.
 * @param further SQL expression over `workspaces` that is read in the same round trip
 */
export async function visitorScope(
  services: WorkspaceServices,
  workspaceName: WorkspaceName,
  further = 'null',
): Promise<VisitorScope | null> {
  const { workspace_id: id } = workspaceName
  const subdomain = workspaceName.subdomain?.toLowerCase() ?? ''
  if (id === undefined ? !SUBDOMAIN.test(subdomain) : !isId(id)) return null
  const { db } = services
  const readOrigin = newReadOrigin(db)
  const findVisited = () =>
    systemLookup<VisitedRow>(
      db,
      `SELECT id, name, subdomain, content_version AS version, answer_level AS "answerLevel",
         widget_allowed_origins AS origins, ${further} AS further FROM workspaces
       WHERE ${id === undefined ? 'subdomain = $1' : 'id = $1'}`,
      [id ?? subdomain],
      readOrigin,
    )
  const [found] = await findVisited()
  // A workspace that the replica does not have may be new.
  const [row] = isOutdated(db, readOrigin, found?.id) ? await findVisited() : [found]
  if (!row) return null
  const { id: workspaceId, version, origins, further: value, ...visited } = row
  const context = createContext(services, { ...NOBODY, workspaceId, role: 'visitor' })
  const ctx = { ...context, ...visited, readOrigin, contentVersion: Number(version) }
  return { ctx, allowedOrigins: origins, further: value }
}

/** The same where it does not matter which site the visitor came from. */
export const visitorContext = async (
  services: WorkspaceServices,
  workspaceName: WorkspaceName,
): Promise<VisitorContext | null> => (await visitorScope(services, workspaceName))?.ctx ?? null

/** Background work on one workspace that the job's payload names. */
export const jobContext = (services: WorkspaceServices, workspaceId: string): WorkspaceContext =>
  createContext(services, { ...NOBODY, workspaceId, role: 'job' })

/** Work of the operator inside a transaction of the system role, which reaches every workspace: seeding the demo. */
export const operatorContext = (
  services: WorkspaceServices,
  transaction: Tx,
  workspaceId: string,
): WorkspaceTransaction => ({
  ...jobContext(services, workspaceId),
  tx: transaction,
})
