import { useEffect, useState } from 'react'
import type { SearchResult } from '../../../answering/contract.ts'
import type { VisitorSearch } from '../../contract.ts'
import type { HelpClient } from '../help-client.ts'

/** Long enough to skip most of a fast typist's keystrokes, short enough not to be noticed. */
const PAUSE_MS = 90

/** The server's results of a query; null when the request failed. */
export interface Found {
  query: string
  results: SearchResult[] | null
}

/**
 * Ranked results for what is being typed. The last results stay until newer ones arrive; a search that is no longer
 * wanted is aborted.
 */
export function useSearch(client: HelpClient, query: string, before: VisitorSearch | null): Found | null {
  const [found, setFound] = useState<Found | null>(
    before && !before.failure ? { query: before.query, results: before.results } : null,
  )

  useEffect(() => {
    if (!query) setFound(null)
    if (!query || found?.query === query) return
    const controller = new AbortController()
    const search = async () => {
      const results = await client.search(query, controller.signal).catch(() => null)
      if (!controller.signal.aborted) setFound({ query, results })
    }
    const pause = setTimeout(search, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      controller.abort()
    }
  }, [client, query])

  return found
}
