import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { Page } from './page.tsx'
import { PageHeader } from './page-header.tsx'
import { QueryError, type QueryErrorProps } from './query-error.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface MissingDetailsProps {
  /** Read of the object. */
  query: QueryErrorProps['query'] & { isError: boolean }
  title: string
  /** Link to the list. */
  back: ReactNode
  /** Shown when the object does not exist any more; null while it may. */
  gone: { title: string; message: string } | null
  /** Title when it could not be loaded. */
  failed: string
}

/** The page of one object while there is nothing to show of it: it loads, is gone, or could not be loaded. */
export function MissingDetails({ query, title, back, gone, failed }: MissingDetailsProps) {
  return (
    <Page>
      <PageHeader title={title} actions={back} />
      {!query.isError ? (
        <SkeletonRows rows={5} />
      ) : gone ? (
        <EmptyState {...gone} />
      ) : (
        <QueryError title={failed} query={query} />
      )}
    </Page>
  )
}
