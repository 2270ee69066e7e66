import { type InferDataFromTag, QueryCache, QueryClient, type QueryKey, type Updater } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const expiryListeners = new Set<() => void>()

/** Calls `listener` when the server rejects the session. Returns the function that unsubscribes. */
export function onSessionExpired(listener: () => void): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

/** Notifies all listeners; called when a response of 401 is confirmed. */
export function sessionHasExpired(): void {
  for (const listener of [...expiryListeners]) listener()
}

/** Retries only temporary failures, never a 4xx. */
const mayRetry = (failureCount: number, queryError: unknown) =>
  failureCount < 2 && queryError instanceof ApiError && queryError.temporary

/** Data that is already shown stays when a refetch fails; the failure is only logged. */
const queryCache = new QueryCache({
  onError: (queryError, { state, queryKey: [path] }) => {
    if (state.data !== undefined) console.warn(`${String(path)} could not be refreshed`, queryError)
  },
})

/**
 * Reads a query again that was invalidated during its first read. Invalidating does not repeat a read without earlier
 * data, and the server may have answered it before the change.
 */
function repeatOutdatedReads(client: QueryClient): void {
  const outdatedHashes = new Set<string>()
  client.getQueryCache().subscribe((cacheEvent) => {
    const { queryHash, queryKey, state } = cacheEvent.query
    if (cacheEvent.type === 'removed') outdatedHashes.delete(queryHash)
    if (cacheEvent.type !== 'updated') return
    if (cacheEvent.action.type === 'invalidate' && state.fetchStatus === 'fetching' && state.data === undefined)
      outdatedHashes.add(queryHash)
    if (cacheEvent.action.type === 'success' && !cacheEvent.action.manual && outdatedHashes.delete(queryHash))
      void client.invalidateQueries({ queryKey, exact: true })
  })
}

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    // Without a connection a request fails at once and says so, instead of waiting for the connection.
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      retry: mayRetry,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

repeatOutdatedReads(queryClient)

type DataOf<Key extends QueryKey> = NoInfer<InferDataFromTag<unknown, Key>> | undefined

/**
 * Replaces cached data. A read that is on its way is canceled: the server may have answered it before the change, and it
 * would bring back the former data.
 */
export function replaceData<Key extends QueryKey>(queryKey: Key, newData: Updater<DataOf<Key>, DataOf<Key>>): void {
  // A function that changes the known data has nothing to change during the first read.
  const hasDataToReplace = typeof newData !== 'function' || queryClient.getQueryData(queryKey) !== undefined
  if (hasDataToReplace) void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, newData)
}
