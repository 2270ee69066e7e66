import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { excerpt } from '../../../kernel/text.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import {
  AUDIT_AREAS,
  type AuditAction,
  type AuditChange,
  type AuditDetails,
  type AuditEntry,
  type ListAuditLog,
} from '../contract.ts'
import { auditLog } from './audit.table.ts'
import { type Actor, inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from './context.ts'

/** Transaction for writing an entry; any WorkspaceTransaction. */
export type AuditScope = Pick<WorkspaceTransaction, 'tx' | 'workspaceId' | 'actor' | 'services'>

const VALUE_MAX = 200
const SYSTEM_NAME = 'Answerloom'

/**
 * Writes down what is done, in the transaction that does it: both are there or neither. Never give it a secret. Without
 * an actor it was done by the product itself.
 */
export async function recordAudit(
  auditScope: AuditScope,
  newEntry: { action: AuditAction; subject?: string; details?: AuditDetails },
): Promise<void> {
  const { tx, workspaceId, actor, services } = auditScope
  await tx.insert(auditLog).values({
    workspaceId,
    id: newId(),
    actorKind: actor?.kind ?? 'system',
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? SYSTEM_NAME,
    action: newEntry.action,
    subject: excerpt(newEntry.subject ?? '', VALUE_MAX),
    details: newEntry.details ?? {},
  })
  await services.events.emit(tx, { type: 'audit.added', workspace_id: workspaceId })
}

/** A person as the one who does something, where no context says so. `transaction` runs as the system role. */
export async function personActor(transaction: Tx, userId: string): Promise<Actor> {
  const [row] = await transaction
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return { kind: 'person', id: userId, name: row?.name || row?.email || 'A person' }
}

const toReadableText = (fieldValue: unknown): string =>
  excerpt(
    Array.isArray(fieldValue)
      ? fieldValue.join(', ')
      : fieldValue === null || fieldValue === undefined
        ? ''
        : String(fieldValue),
    VALUE_MAX,
  )

/** Returns the fields that differ between two states. */
export function changesBetween<T extends object>(previousValues: T, newValues: T): AuditChange[] {
  return (Object.keys(newValues) as (keyof T & string)[])
    .map((fieldName) => ({
      field: fieldName,
      from: toReadableText(previousValues[fieldName]),
      to: toReadableText(newValues[fieldName]),
    }))
    .filter(({ from, to }) => from !== to)
}

const toAuditEntry = (auditRow: typeof auditLog.$inferSelect): AuditEntry => ({
  id: auditRow.id,
  at: auditRow.createdAt.toISOString(),
  actor: { kind: auditRow.actorKind, id: auditRow.actorId, name: auditRow.actorName },
  action: auditRow.action,
  subject: auditRow.subject,
  details: auditRow.details,
})

/** Newest first; the cursor is the last entry's id. */
export const listAuditLog = (context: WorkspaceContext, auditQuery: ListAuditLog) =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { area, actor_id: actorId, cursor, limit } = auditQuery
    const auditRows = await tx
      .select()
      .from(auditLog)
      .where(
        and(
          eq(auditLog.workspaceId, workspaceId),
          area ? inArray(auditLog.action, [...AUDIT_AREAS[area]]) : undefined,
          actorId ? eq(auditLog.actorId, actorId) : undefined,
          cursor ? lt(auditLog.id, cursor) : undefined,
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(limit + 1)
    const pageEntries = auditRows.slice(0, limit).map(toAuditEntry)
    return { items: pageEntries, next_cursor: auditRows.length > limit ? (pageEntries.at(-1)?.id ?? null) : null }
  })

/** Everybody who appears in the log, by the name they had last. */
export const listAuditActors = (context: WorkspaceContext) =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const actorRows = await tx
      .selectDistinctOn([auditLog.actorId], {
        id: auditLog.actorId,
        name: auditLog.actorName,
        kind: auditLog.actorKind,
      })
      .from(auditLog)
      .where(and(eq(auditLog.workspaceId, workspaceId), sql`${auditLog.actorId} is not null`))
      .orderBy(auditLog.actorId, desc(auditLog.id))
    return actorRows
      .flatMap(({ id, name, kind }) => (id ? [{ id, name, kind }] : []))
      .sort((left, right) => left.name.localeCompare(right.name))
  })
