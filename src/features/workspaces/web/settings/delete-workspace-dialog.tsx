import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { useIdentityProof } from '../../../accounts/web/index.ts'
import type { Workspace } from '../../contract.ts'
import { useNextWorkspace } from '../use-next-workspace.ts'

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
  const identity = useIdentityProof()
  const changeOpen = (next: boolean) => {
    identity.reset()
    onOpenChange(next)
  }

  const remove = async () => {
    try {
      const input = { confirm_name: workspace.name, ...(await identity.collect()) }
      await client.workspaces.delete(input, { context: { workspaceId: workspace.id } })
    } catch (error) {
      if (!identity.shows(error)) toastError(messageOf(error, 'Failed to delete workspace'))
      throw error
    }
    toast({ message: 'Workspace deleted successfully' })
    await moveOn(workspace.id, () => changeOpen(false))
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={changeOpen}
      destructive
      title={`Delete ${workspace.name}?`}
      description="Its FAQs, knowledge, questions and public page are deleted for every member. This action cannot be undone."
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
    >
      {identity.fields}
    </ConfirmDialog>
  )
}
