import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../web/api/api.ts'
import { useLiveQueries } from '../../../../web/api/use-live.ts'
import type { Member } from '../../../team/contract.ts'

const NO_MEMBERS: readonly Member[] = []

/** The members of the selected workspace, in the order in which they joined. */
export function useMembers(): readonly Member[] {
  const { data } = useQuery(api.team.members.list.queryOptions({ staleTime: 60_000 }))
  useLiveQueries(['members.changed'], api.team.members.list.key())
  return data?.items ?? NO_MEMBERS
}
