import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { type Auth, requireSession } from '../features/accounts/server/index.ts'
import { authorizeMember, type WorkspaceServices } from '../features/workspaces/server/index.ts'
import { AppError } from '../kernel/app-error.ts'
import type { AppEvent } from '../kernel/events.ts'
import { EventQueue } from '../platform/events/index.ts'
import { type HttpEnv, sse } from '../platform/http/index.ts'

/** Under the five seconds after which a removed member or a revoked session must be cut off. */
const RECHECK_MS = 4_000
const QUEUE_MAX = 1_000
/** Maximum number of streams per user: more than anyone has tabs. Each one queries the database regularly. */
export const STREAMS_MAX = 50

/** Longer than a page needs from its first query until its stream is open. */
const CHANGES_KEPT_MS = 120_000
const CHANGES_KEPT = 100_000

const READ = { action: 'workspace.read', writes: false, duringPaywall: true } as const

const isOfPerson = (event: AppEvent, userId: string): boolean =>
  event.workspace_id === null && event.type === 'subscription.changed' && event.user_id === userId

/**
 * Live changes of one workspace, for the tabs of its members, and of what concerns the person behind the tab. The first
 * message, `ready`, has the milliseconds since the last change (`changed_ago`; null without one in the last two
 * minutes): the page may have read its data before it and must then read it again.
 */
export function createEventStream(services: WorkspaceServices, auth: Auth): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const open = new Map<string, number>()
  /** Times of the last changes by workspace id or user id. */
  const changes = new LRUCache<string, number>({ max: CHANGES_KEPT, ttl: CHANGES_KEPT_MS })
  let resetAt = Number.NEGATIVE_INFINITY
  services.events.on('*', (event) => {
    const of = event.workspace_id ?? ('user_id' in event ? event.user_id : null)
    if (typeof of === 'string') changes.set(of, performance.now())
  })
  services.events.onReset(() => {
    resetAt = performance.now()
  })
  const changedAgo = (ids: readonly (string | null)[]): number | null => {
    const last = Math.max(resetAt, ...ids.map((id) => (id && changes.get(id)) || Number.NEGATIVE_INFINITY))
    const ago = Math.floor(performance.now() - last)
    return ago <= CHANGES_KEPT_MS ? ago : null
  }
  const count = (userId: string, by: number) => {
    const now = (open.get(userId) ?? 0) + by
    if (now === 0) open.delete(userId)
    else open.set(userId, now)
  }
  app.get('/api/events', async (context) => {
    const headers = context.req.raw.headers
    const allowed = async () => {
      const signedIn = await requireSession(auth, headers)
      const wanted = context.req.query('workspace_id')
      // Without a workspace: what concerns the person alone.
      if (wanted === undefined) return { userId: signedIn.userId, workspaceId: null }
      const { workspaceId } = await authorizeMember(services, { ...signedIn, workspaceId: wanted }, READ)
      return { userId: signedIn.userId, workspaceId }
    }
    const { workspaceId, userId } = await allowed()
    if ((open.get(userId) ?? 0) >= STREAMS_MAX)
      throw new AppError('rate_limited', 'events.too_many', 'Too many of your tabs are open.', {
        details: { retry_after: 60 },
      })
    // Counted before anything is awaited: requests at the same moment cannot pass the limit together.
    count(userId, 1)
    return sse(
      context,
      async (stream) => {
        const queue = new EventQueue(QUEUE_MAX)
        const closed = new AbortController()
        const recheck = () => {
          allowed().catch((error: unknown) => {
            // A database that is unavailable for a moment is no reason to disconnect a member.
            if (error instanceof AppError && error.kind === 'unavailable') return
            closed.abort()
          })
        }
        const off = services.events.on('*', (event) => {
          if (!isOfPerson(event, userId) && (workspaceId === null || event.workspace_id !== workspaceId)) return
          if (event.type === 'members.changed' && event.user_id === userId) recheck()
          queue.push(event)
        })
        const offReset = services.events.onReset(() => queue.reset())
        const rechecking = setInterval(recheck, RECHECK_MS)
        try {
          await stream.send('message', { type: 'ready', changed_ago: changedAgo([workspaceId, userId]) })
          for await (const { workspace_id: _workspace, ...rest } of queue.until(
            AbortSignal.any([stream.signal, closed.signal]),
          ))
            await stream.send('message', rest)
        } finally {
          clearInterval(rechecking)
          off()
          offReset()
        }
      },
      { endless: true, onEnd: () => count(userId, -1) },
    )
  })
  return app
}
