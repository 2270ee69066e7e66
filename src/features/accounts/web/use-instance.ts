import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'

const instanceQuery = api.accounts.instance.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

/** For route loaders, so that nothing jumps when it arrives; a failure shows a page without it. */
export const loadInstance = () => queryClient.ensureQueryData(instanceQuery).catch(() => undefined)

/** Properties of the instance for signed-out users; undefined while loading. */
export const useInstance = () => useQuery(instanceQuery).data
