import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useEvents } from '../../../web/api/use-events.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Member } from '../contract.ts'
import type { TeamRoster } from '../domain/team-rules.ts'

const refreshTeam = () => queryClient.invalidateQueries({ queryKey: api.team.key() })

/** The selected workspace's members and what waits for an answer; follows colleagues and other tabs. */
export function useTeam() {
  useEvents(['members.changed', 'workspace.changed'], () => void refreshTeam())
  const membersQuery = useQuery(api.team.members.list.queryOptions())
  const transfersQuery = useQuery(api.team.transfers.list.queryOptions())
  return { members: membersQuery, transfers: transfersQuery.data?.items ?? [] }
}

export const rosterOf = (membersQuery: readonly Member[]): TeamRoster => ({
  members: membersQuery,
  payerId: membersQuery.find(({ pays }) => pays)?.id,
})

/** Does it, says so, and shows what has become of the team. Says why when it fails, and rejects. */
export async function changeTeam(
  requestChange: () => Promise<unknown>,
  successMessage: string,
  failureMessage: string,
): Promise<void> {
  try {
    await requestChange()
  } catch (requestError) {
    toastError(messageOf(requestError, failureMessage))
    void refreshTeam()
    throw requestError
  }
  toast({ message: successMessage })
  await refreshTeam()
}
