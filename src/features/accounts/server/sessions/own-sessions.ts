import { and, desc, eq, gt } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import type { Session } from '../../contract.ts'
import { deviceName } from '../../domain/device-name.ts'
import { sessions } from '../accounts.table.ts'
import { endPendingAccess } from './pending-access.ts'
import { oldestSession } from './session.ts'

/** The person's live sessions, the last used first. `transaction` runs as the system role. */
export async function listSessions(
  transaction: Tx,
  signedIn: { userId: string; sessionId: string },
): Promise<Session[]> {
  const sessionRows = await transaction
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, signedIn.userId),
        gt(sessions.expiresAt, new Date()),
        gt(sessions.createdAt, oldestSession()),
      ),
    )
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
  return sessionRows.map((sessionRow) => ({
    id: sessionRow.id,
    device: deviceName(sessionRow.userAgent ?? ''),
    address: sessionRow.ipAddress || null,
    created_at: sessionRow.createdAt.toISOString(),
    last_seen_at: sessionRow.updatedAt.toISOString(),
    current: sessionRow.id === signedIn.sessionId,
  }))
}

/** Ends one session of the person's own. Throws not_found `session.not_found` for any other. */
export async function revokeSession(transaction: Tx, userId: string, sessionId: string): Promise<void> {
  const endedSessions = await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  if (endedSessions.length === 0) throw notFound('session')
}

/** Ends every session, and what was started to get another one. */
export async function revokeAllSessions(transaction: Tx, userId: string): Promise<void> {
  await endPendingAccess(transaction, userId)
  await transaction.delete(sessions).where(eq(sessions.userId, userId))
}
