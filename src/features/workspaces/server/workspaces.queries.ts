import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import type { PublicWorkspace, Role, SmallTalkReplies, Workspace, WorkspacePayer } from '../contract.ts'
import type { VisitedWorkspace } from './context.ts'
import { reservedSubdomains, workspaceMembers, workspaces } from './workspaces.table.ts'

/** The workspaces a person belongs to, newest first. `transaction` runs as the system role. */
export async function workspacesOf(transaction: Tx, userId: string, onlyWorkspaceId?: string): Promise<Workspace[]> {
  const memberships = await transaction
    .select({ workspace: workspaces, role: workspaceMembers.role })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.userId, userId), onlyWorkspaceId ? eq(workspaces.id, onlyWorkspaceId) : undefined))
    .orderBy(desc(workspaces.createdAt), desc(workspaces.id))
  return toApiWorkspaces(transaction, memberships)
}

/** The workspace of an API key, which acts with an owner's rights. `transaction` runs as the system role. */
export async function workspaceOfKey(transaction: Tx, workspaceId: string): Promise<Workspace | undefined> {
  const workspaceRows = await transaction
    .select({ workspace: workspaces })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  const [found] = await toApiWorkspaces(
    transaction,
    workspaceRows.map((workspaceRow) => ({ ...workspaceRow, role: 'owner' })),
  )
  return found
}

async function toApiWorkspaces(
  transaction: Tx,
  memberships: readonly { workspace: typeof workspaces.$inferSelect; role: Role }[],
): Promise<Workspace[]> {
  if (memberships.length === 0) return []
  const workspaceIds = memberships.map((membership) => membership.workspace.id)
  const memberCounts = await transaction
    .select({ workspaceId: workspaceMembers.workspaceId, members: count() })
    .from(workspaceMembers)
    .where(inArray(workspaceMembers.workspaceId, workspaceIds))
    .groupBy(workspaceMembers.workspaceId)
  const memberCountById = new Map(memberCounts.map((memberCount) => [memberCount.workspaceId, memberCount.members]))
  return memberships.map(({ workspace, role }) => ({
    id: workspace.id,
    name: workspace.name,
    subdomain: workspace.subdomain,
    logo_url: workspace.logoUrl,
    website_url: workspace.websiteUrl,
    created_at: workspace.createdAt.toISOString(),
    role,
    member_count: memberCountById.get(workspace.id) ?? 1,
  }))
}

export async function countBilledTo(transaction: Tx, userId: string): Promise<number> {
  const [row] = await transaction.select({ n: count() }).from(workspaces).where(eq(workspaces.billingUserId, userId))
  return row?.n ?? 0
}

/** Returns how many workspaces a user belongs to and pays for. `transaction` runs as the system role. */
export async function countWorkspaces(transaction: Tx, userId: string): Promise<{ member: number; billed: number }> {
  const [row] = await transaction
    .select({ n: count() })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.userId, userId))
  return { member: row?.n ?? 0, billed: await countBilledTo(transaction, userId) }
}

/** The person the workspace is billed to, for `userId` to see. `transaction` runs as the system role. */
export async function readWorkspacePayer(
  transaction: Tx,
  workspaceId: string,
  userId: string | null,
): Promise<WorkspacePayer> {
  const [row] = await transaction
    .select({ id: users.id, name: users.name, email: users.email })
    .from(workspaces)
    .innerJoin(users, eq(users.id, workspaces.billingUserId))
    .where(eq(workspaces.id, workspaceId))
  if (!row) throw notFound('workspace')
  return { ...row, name: row.name || row.email, you: row.id === userId }
}

/** Returns true when a subdomain is reserved for another user or workspace. `transaction` runs as the system role. */
export async function isReservedForOthers(
  transaction: Tx,
  subdomain: string,
  claimant: { userId: string | null; workspaceId?: string },
): Promise<boolean> {
  const [row] = await transaction
    .select()
    .from(reservedSubdomains)
    .where(and(eq(reservedSubdomains.subdomain, subdomain), gt(reservedSubdomains.reservedUntil, new Date())))
  if (!row) return false
  const isOwnSubdomain = claimant.workspaceId !== undefined && row.workspaceId === claimant.workspaceId
  const wasOwnSubdomain = claimant.userId !== null && row.formerOwnerIds.includes(claimant.userId)
  return !isOwnSubdomain && !wasOwnSubdomain
}

/** The subdomain is in use again. `transaction` runs as the system role. */
export const releaseSubdomain = (transaction: Tx, subdomain: string): Promise<unknown> =>
  transaction.delete(reservedSubdomains).where(eq(reservedSubdomains.subdomain, subdomain))

/**
 * The workspace that had this subdomain before it changed; null when none had.
 * `transaction` runs as the system role.
 */
export async function formerHolder(transaction: Tx, subdomain: string): Promise<string | null> {
  const [row] = await transaction
    .select({ id: reservedSubdomains.workspaceId })
    .from(reservedSubdomains)
    .where(eq(reservedSubdomains.subdomain, subdomain))
  return row?.id ?? null
}

export interface PublicInfo {
  workspace: PublicWorkspace
  searchEngineVisible: boolean
  /** The workspace's own host, once it has proved it. */
  domain: string | null
  contentVersion: number
}

/** The scope's own workspace as everybody may see it. */
export async function readPublicInfo(transaction: Tx, workspaceId: string): Promise<PublicInfo | null> {
  const { rows } = await transaction.execute<
    PublicWorkspace & { search_engine_visible: boolean; content_version: string }
  >(sql`select * from public_workspace_info where id = ${workspaceId}`)
  const publicInfoRow = rows[0]
  if (!publicInfoRow) return null
  const { search_engine_visible, content_version, ...rest } = publicInfoRow
  const {
    created_at: _created,
    custom_domain,
    custom_domain_status,
    ...workspace
  } = rest as PublicWorkspace & {
    created_at: unknown
    custom_domain: string | null
    custom_domain_status: string
  }
  const verifiedDomain = custom_domain_status === 'verified' ? custom_domain : null
  return {
    workspace,
    domain: verifiedDomain,
    searchEngineVisible: search_engine_visible,
    contentVersion: Number(content_version),
  }
}

/**
 * Whom to write to about this workspace: its contact address, else its billing user.
 * `transaction` runs as the system role.
 */
export async function contactOf(transaction: Tx, workspaceId: string): Promise<{ name: string; email: string } | null> {
  const [row] = await transaction
    .select({ name: workspaces.name, contact: workspaces.contactEmail, owner: users.email })
    .from(workspaces)
    .leftJoin(users, eq(users.id, workspaces.billingUserId))
    .where(eq(workspaces.id, workspaceId))
  const email = row?.contact ?? row?.owner
  return row && email ? { name: row.name, email } : null
}

export interface AnswerStyle {
  tone: 'friendly' | 'neutral' | 'formal' | 'concise'
  instructions: string
}

/** Tone and instructions for answers. */
export async function answerStyleOf(transaction: Tx, workspaceId: string): Promise<AnswerStyle> {
  const [row] = await transaction
    .select({ tone: workspaces.answerTone, instructions: workspaces.answerInstructions })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  return row ?? { tone: 'friendly', instructions: '' }
}

/** The workspace as its visitors' contexts have it. Throws not_found. */
export async function readVisitedWorkspace(transaction: Tx, workspaceId: string): Promise<VisitedWorkspace> {
  const { name, subdomain, contentVersion, answerLevel } = workspaces
  const [row] = await transaction
    .select({ name, subdomain, contentVersion, answerLevel })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  if (!row) throw notFound('workspace')
  return row
}

/** The owner's own replies to small talk. */
export async function smallTalkRepliesOf(transaction: Tx, workspaceId: string): Promise<SmallTalkReplies> {
  const [row] = await transaction
    .select({ replies: workspaces.smallTalkReplies })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  return row?.replies ?? {}
}
