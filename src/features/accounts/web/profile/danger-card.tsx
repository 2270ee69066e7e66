import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { DangerZone } from '../../../../web/ui/danger-zone.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useIdentityProof } from '../identity/use-identity-proof.tsx'
import { leaveDeletedAccount } from '../session.ts'

export function DangerCard() {
  const identity = useIdentityProof()
  const remove = async () => {
    try {
      await client.accounts.delete({ confirm: 'DELETE', ...(await identity.collect()) })
    } catch (error) {
      if (!identity.shows(error)) toastError(messageOf(error, 'Failed to delete account'))
      throw error
    }
    leaveDeletedAccount()
  }

  return (
    <DangerZone
      description="Deleting your account removes you and every workspace that only you belong to, with everything in it."
      action="Delete Account"
    >
      {(asking, setAsking) => (
        <ConfirmDialog
          open={asking}
          onOpenChange={(open) => {
            identity.reset()
            setAsking(open)
          }}
          destructive
          title="Delete your account?"
          description="Workspaces that only you belong to are deleted with their FAQs, knowledge and questions. Workspaces with other members pass to one of them. A paid subscription is canceled. This cannot be undone."
          confirmLabel="Delete Account"
          typedConfirmation={{
            text: 'DELETE',
            label: (
              <>
                Type <strong className="font-semibold">DELETE</strong> to confirm
              </>
            ),
            mismatch: 'Please type "DELETE" to confirm',
          }}
          onConfirm={remove}
        >
          {identity.fields}
        </ConfirmDialog>
      )}
    </DangerZone>
  )
}
