import { useNavigate } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useWorkspace } from './workspace-context.tsx'

/**
 * After a workspace is gone for this person: where it was the selected one, the first remaining one is selected and
 * shown, or the setup when none remains. Call `onArrival` with what the page still has to do before it gives way.
 */
export function useNextWorkspace() {
  const { workspace: selected, selectWorkspace, clearSelection } = useWorkspace()
  const navigate = useNavigate()
  return async (goneWorkspaceId: string, onArrival: () => void = () => {}) => {
    const { items } = await queryClient.fetchQuery(api.workspaces.list.queryOptions({ staleTime: 0 }))
    if (goneWorkspaceId !== selected?.id) return onArrival()
    const nextWorkspace = items.find((workspace) => workspace.id !== goneWorkspaceId)
    if (nextWorkspace) selectWorkspace(nextWorkspace.id)
    else clearSelection()
    onArrival()
    // Not awaited: a dialog that is opened while the page loads must not be closed by this one.
    void navigate(nextWorkspace ? '/dashboard' : '/workspace-setup')
  }
}
