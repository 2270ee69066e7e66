import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'

/** What the instance offers to whoever is not signed in; undefined while it is being asked. */
export const useInstance = () =>
  useQuery(api.accounts.instance.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data
