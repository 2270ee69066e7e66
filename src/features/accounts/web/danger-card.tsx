import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { leaveForGood } from './session.ts'

/** The homepage is another document: what was said last is read before it comes. */
const FAREWELL_MS = 2_000

export function DangerCard() {
  const [asking, setAsking] = useState(false)

  const remove = async () => {
    try {
      await client.accounts.delete({ confirm: 'DELETE' })
    } catch (error) {
      toastError(messageOf(error, 'Failed to delete account'))
      throw error
    }
    toast({ title: 'Account Deleted', message: 'Your account has been successfully deleted' })
    await new Promise((resolve) => window.setTimeout(resolve, FAREWELL_MS))
    leaveForGood()
  }

  return (
    <Card
      title={<span className="text-bad">Danger Zone</span>}
      description="Deleting your account removes you and every workspace that only you belong to, with everything in it."
      className="border-bad-line/50"
    >
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title="Delete your account?"
        description="Workspaces that only you belong to are deleted with their FAQs, knowledge and questions. Workspaces with other members pass to one of them. A paid subscription is cancelled. This cannot be undone."
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
      />
    </Card>
  )
}
