import { useEffect, useState } from 'react'
import type { SearchResult } from '../../../answering/contract.ts'
import type { VisitorSearch } from '../../contract.ts'
import type { HelpClient } from '../help-client.ts'

/** Long enough to skip most of a fast typist's keystrokes, short enough not to be noticed. */
const TYPING_PAUSE_MS = 90

/** The server's results of a query; null when the request failed. */
export interface ServerResults {
  query: string
  results: SearchResult[] | null
}

/**
 * Ranked results for what is being typed. The last results stay until newer ones arrive; a search that is no longer
 * wanted is aborted.
 */
export function useSearch(
  helpClient: HelpClient,
  searchQuery: string,
  initialSearch: VisitorSearch | null,
): ServerResults | null {
  const [found, setFound] = useState<ServerResults | null>(
    initialSearch && !initialSearch.failure ? { query: initialSearch.query, results: initialSearch.results } : null,
  )

  useEffect(() => {
    if (!searchQuery) setFound(null)
    if (!searchQuery || found?.query === searchQuery) return
    const controller = new AbortController()
    const runSearch = async () => {
      const results = await helpClient.search(searchQuery, controller.signal).catch(() => null)
      if (!controller.signal.aborted) setFound({ query: searchQuery, results })
    }
    const typingTimer = setTimeout(runSearch, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(typingTimer)
      controller.abort()
    }
  }, [helpClient, searchQuery])

  return found
}
