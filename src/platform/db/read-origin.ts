import type pg from 'pg'
import type { Database } from './database.ts'
import { isConnectionLost } from './errors.ts'

/**
 * The origin of one request's reads. Once one of them has come from the primary, all later ones do: content is
 * never older than the version that was read before it.
 */
export interface ReadOrigin {
  isReplica: boolean
}

/** The origin of a new request's reads; null without a replica. */
export const newReadOrigin = ({ replica }: Database): ReadOrigin | null => (replica ? { isReplica: true } : null)

/** True when what was read about a workspace, undefined for none, has to be read again from the primary. */
export function isOutdated(
  { replica }: Database,
  readOrigin: ReadOrigin | null,
  workspaceId: string | undefined,
): boolean {
  if (!replica || !readOrigin?.isReplica) return false
  if (workspaceId !== undefined && replica.serves(workspaceId)) return false
  readOrigin.isReplica = false
  return true
}

/**
 * Reads from the replica where the origin allows that, otherwise from the primary. A read that the replica fails is
 * repeated there. A read that fails because the primary cannot be reached is repeated on the replica, as soon as it has the
 * workspace's changes or takes over.
 */
export async function readFrom<T>(
  { replica }: Database,
  { origin, workspaceId }: { origin: ReadOrigin | null; workspaceId: string | null },
  readers: { fromReplica(pool: pg.Pool): Promise<T>; fromPrimary(): Promise<T> },
): Promise<T> {
  if (!replica || !origin) return readers.fromPrimary()
  const fromReplica = async () => {
    if (!replica.serves(workspaceId)) replica.noteUnverifiedRead()
    const readResult = await readers.fromReplica(replica.pool)
    replica.onRead('replica')
    return readResult
  }
  if (replica.hasTakenOver || (origin.isReplica && replica.serves(workspaceId))) {
    try {
      return await fromReplica()
    } catch (error) {
      if (!replica.noteError(error)) throw error
    }
  }
  origin.isReplica = false
  replica.onRead('primary')
  try {
    return await replica.untilTakeover(readers.fromPrimary())
  } catch (error) {
    if (!isConnectionLost(error) || !(await replica.canReplacePrimary(workspaceId))) throw error
    return fromReplica()
  }
}
