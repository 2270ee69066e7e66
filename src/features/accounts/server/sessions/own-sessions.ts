import { and, desc, eq, gt } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import type { Session } from '../../contract.ts'
import { deviceName } from '../../domain/device-name.ts'
import { sessions } from '../accounts.table.ts'
import { endPendingAccess } from './pending-access.ts'
import { oldestSession } from './session.ts'

/** The person's live sessions, the last used first. `tx` runs as the system role. */
export async function listSessions(transaction: Tx, who: { userId: string; sessionId: string }): Promise<Session[]> {
  const rows = await transaction
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.userId, who.userId), gt(sessions.expiresAt, new Date()), gt(sessions.createdAt, oldestSession())),
    )
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent ?? ''),
    address: row.ipAddress || null,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.updatedAt.toISOString(),
    current: row.id === who.sessionId,
  }))
}

/** Ends one session of the person's own. Throws not_found `session.not_found` for any other. */
export async function revokeSession(transaction: Tx, userId: string, id: string): Promise<void> {
  const ended = await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id })
  if (ended.length === 0) throw notFound('session')
}

/** Ends every session, and what was started to get another one. */
export async function revokeAllSessions(transaction: Tx, userId: string): Promise<void> {
  await endPendingAccess(transaction, userId)
  await transaction.delete(sessions).where(eq(sessions.userId, userId))
}
