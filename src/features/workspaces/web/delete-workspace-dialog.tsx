import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Workspace } from '../contract.ts'
import { useNextWorkspace } from './use-next-workspace.ts'

export interface DeleteWorkspaceDialogProps {
  workspace: Workspace
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Deletes it after its name was typed. Where it was the selected one, the first remaining one is shown, or the setup when
 * none remains.
 */
export default function DeleteWorkspaceDialog({ workspace, open, onOpenChange }: DeleteWorkspaceDialogProps) {
  const moveOn = useNextWorkspace()

  const remove = async () => {
    try {
      await client.workspaces.delete({ confirm_name: workspace.name }, { context: { workspaceId: workspace.id } })
    } catch (error) {
      toastError(messageOf(error, 'Failed to delete workspace'))
      throw error
    }
    toast({ message: 'Workspace deleted successfully' })
    await moveOn(workspace.id, () => onOpenChange(false))
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      destructive
      title={`Delete ${workspace.name}?`}
      description="Its FAQs, knowledge, questions and public page go with it, for every member. This action cannot be undone."
      confirmLabel="Delete workspace"
      typedConfirmation={{
        text: workspace.name,
        label: (
          <>
            Type <strong className="font-semibold">{workspace.name}</strong> to confirm
          </>
        ),
        mismatch: `Please type "${workspace.name}" to confirm`,
      }}
      onConfirm={remove}
    />
  )
}
