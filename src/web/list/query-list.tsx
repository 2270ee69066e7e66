import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { EmptyState, type EmptyStateProps } from '../ui/empty-state.tsx'
import { QueryError, type QueryErrorProps } from '../ui/query-error.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'

interface QueryListProps<Item> {
  query: QueryErrorProps['query'] & { isError: boolean; data?: { items: readonly Item[] } | undefined }
  /** The page is beyond the last one, which is about to be shown. */
  beyond?: boolean
  /** Title of the error when it could not be loaded. */
  failed: string
  /** Number of rows of the skeleton. */
  rows: number
  empty: EmptyStateProps
  /** The error, the skeleton or the empty state is in a card of its own. */
  framed?: boolean
  children: (items: readonly Item[]) => ReactNode
}

/** The items of a query; until there are some, its error, a skeleton or its empty state. An error does not hide items. */
export function QueryList<Item>({ query, beyond, failed, rows, empty, framed, children }: QueryListProps<Item>) {
  const items = beyond ? undefined : query.data?.items
  if (items && items.length > 0) return children(items)
  const inPlace = () => {
    if (query.isError && !query.data) return <QueryError title={failed} query={query} />
    return items ? <EmptyState {...empty} /> : <SkeletonRows rows={rows} />
  }
  return framed ? <Card padded={false}>{inPlace()}</Card> : inPlace()
}
