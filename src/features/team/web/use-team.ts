import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Member } from '../contract.ts'
import type { Team } from '../domain/team-rules.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: api.team.key() })

/** The selected workspace's members and what waits for an answer; follows colleagues and other tabs. */
export function useTeam() {
  useEvents(['members.changed', 'workspace.changed'], () => void refresh())
  const members = useQuery(api.team.members.list.queryOptions())
  const transfers = useQuery(api.team.transfers.list.queryOptions())
  return { members, transfers: transfers.data?.items ?? [] }
}

export const teamOf = (members: readonly Member[]): Team => ({
  members,
  payerId: members.find(({ pays }) => pays)?.id,
})

/** Does it, says so, and shows what has become of the team. Says why when it fails, and rejects. */
export async function changeTeam(act: () => Promise<unknown>, done: string, failed: string): Promise<void> {
  try {
    await act()
  } catch (error) {
    toastError(messageOf(error, failed))
    void refresh()
    throw error
  }
  toast({ message: done })
  await refresh()
}
