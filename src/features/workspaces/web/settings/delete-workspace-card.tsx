import { DangerZone } from '../../../../web/ui/danger-zone.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import DeleteWorkspaceDialog from './delete-workspace-dialog.tsx'

export function DeleteWorkspaceCard() {
  const { workspace } = useWorkspace()
  return (
    <DangerZone
      description="Deleting the workspace removes its FAQs, knowledge, questions and public page, for every member."
      action="Delete workspace"
    >
      {(asking, setAsking) =>
        workspace && asking && <DeleteWorkspaceDialog workspace={workspace} open={asking} onOpenChange={setAsking} />
      }
    </DangerZone>
  )
}
