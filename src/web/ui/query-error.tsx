import { messageOf } from '../api/api-error.ts'
import { ErrorState, type ErrorStateProps } from './error-state.tsx'

export interface QueryErrorProps extends Pick<ErrorStateProps, 'title' | 'className'> {
  query: { isFetching: boolean; error: unknown; refetch: () => unknown }
}

/** Shown in place of what a query could not load. */
export const QueryError = ({ query, ...shown }: QueryErrorProps) => (
  <ErrorState
    {...shown}
    message={messageOf(query.error)}
    onRetry={() => void query.refetch()}
    retrying={query.isFetching}
  />
)
