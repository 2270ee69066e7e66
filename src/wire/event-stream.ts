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

const READ_ACCESS = { action: 'workspace.read', writes: false, duringPaywall: true } as const

const isOfPerson = (appEvent: AppEvent, userId: string): boolean =>
  appEvent.workspace_id === null && appEvent.type === 'subscription.changed' && appEvent.user_id === userId

/**
 * Live changes of one workspace, for the tabs of its members, and of what concerns the person behind the tab. The first
 * message, `ready`, has the milliseconds since the last change (`changed_ago`; null without one in the last two
 * minutes): the page may have read its data before it and must then read it again.
 */
export function createEventStream(services: WorkspaceServices, auth: Auth): Hono<HttpEnv> {
  const streamApp = new Hono<HttpEnv>()
  const openStreams = new Map<string, number>()
  /** Times of the last changes by workspace id or user id. */
  const lastChanges = new LRUCache<string, number>({ max: CHANGES_KEPT, ttl: CHANGES_KEPT_MS })
  let lastReset = Number.NEGATIVE_INFINITY
  services.events.on('*', (appEvent) => {
    const subjectId = appEvent.workspace_id ?? ('user_id' in appEvent ? appEvent.user_id : null)
    if (typeof subjectId === 'string') lastChanges.set(subjectId, performance.now())
  })
  services.events.onReset(() => {
    lastReset = performance.now()
  })
  const changedAgo = (subjectIds: readonly (string | null)[]): number | null => {
    const lastChange = Math.max(
      lastReset,
      ...subjectIds.map((subjectId) => (subjectId && lastChanges.get(subjectId)) || Number.NEGATIVE_INFINITY),
    )
    const elapsedMs = Math.floor(performance.now() - lastChange)
    return elapsedMs <= CHANGES_KEPT_MS ? elapsedMs : null
  }
  const countStreams = (userId: string, countChange: number) => {
    const streamCount = (openStreams.get(userId) ?? 0) + countChange
    if (streamCount === 0) openStreams.delete(userId)
    else openStreams.set(userId, streamCount)
  }
  streamApp.get('/api/events', async (context) => {
    const requestHeaders = context.req.raw.headers
    const isAllowed = async () => {
      const signedIn = await requireSession(auth, requestHeaders)
      const wantedWorkspace = context.req.query('workspace_id')
      // Without a workspace: what concerns the person alone.
      if (wantedWorkspace === undefined) return { userId: signedIn.userId, workspaceId: null }
      const { workspaceId } = await authorizeMember(
        services,
        { ...signedIn, workspaceId: wantedWorkspace },
        READ_ACCESS,
      )
      return { userId: signedIn.userId, workspaceId }
    }
    const { workspaceId, userId } = await isAllowed()
    if ((openStreams.get(userId) ?? 0) >= STREAMS_MAX)
      throw new AppError('rate_limited', 'events.too_many', 'Too many of your tabs are open.', {
        details: { retry_after: 60 },
      })
    // Counted before anything is awaited: requests at the same moment cannot pass the limit together.
    countStreams(userId, 1)
    return sse(
      context,
      async (eventStream) => {
        const eventQueue = new EventQueue(QUEUE_MAX)
        const closeController = new AbortController()
        const recheckAccess = () => {
          isAllowed().catch((error: unknown) => {
            // A database that is unavailable for a moment is no reason to disconnect a member.
            if (error instanceof AppError && error.kind === 'unavailable') return
            closeController.abort()
          })
        }
        const stopListening = services.events.on('*', (appEvent) => {
          if (!isOfPerson(appEvent, userId) && (workspaceId === null || appEvent.workspace_id !== workspaceId)) return
          if (appEvent.type === 'members.changed' && appEvent.user_id === userId) recheckAccess()
          eventQueue.push(appEvent)
        })
        const offReset = services.events.onReset(() => eventQueue.reset())
        const rechecking = setInterval(recheckAccess, RECHECK_MS)
        try {
          await eventStream.send('message', { type: 'ready', changed_ago: changedAgo([workspaceId, userId]) })
          for await (const { workspace_id: _workspace, ...rest } of eventQueue.until(
            AbortSignal.any([eventStream.signal, closeController.signal]),
          ))
            await eventStream.send('message', rest)
        } finally {
          clearInterval(rechecking)
          stopListening()
          offReset()
        }
      },
      { endless: true, onEnd: () => countStreams(userId, -1) },
    )
  })
  return streamApp
}
