import type { ReactNode } from 'react'
import { messageOf } from '../api/api-error.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Page } from './page.tsx'
import { PageHeader } from './page-header.tsx'
import { SkeletonRows } from './skeleton.tsx'

interface MissingDetailsProps {
  /** Read of the object. */
  query: { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
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
        <ErrorState
          title={failed}
          message={messageOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </Page>
  )
}
