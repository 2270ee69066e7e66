import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const expiryListeners = new Set<() => void>()

/** Calls `listener` whenever the server no longer knows the session. Returns the unsubscription. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

/** Tells everybody who listens; called for every answer that says so, whoever asked. */
export function sessionHasExpired(): void {
  for (const listener of [...expiryListeners]) listener()
}

/** Only what may pass by itself is tried again: never a 4xx. */
const mayRetry = (failures: number, error: unknown) => failures < 2 && error instanceof ApiError && error.temporary

/** What is shown already stays while it cannot be renewed: that is for the log alone. */
const queryCache = new QueryCache({
  onError: (error, { state, queryKey: [path] }) => {
    if (state.data !== undefined) console.warn(`${String(path)} could not be refreshed`, error)
  },
})

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: { staleTime: 30_000, retry: mayRetry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
