import { useState } from 'react'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { useNextWorkspace } from '../../workspaces/web/index.ts'
import type { Member } from '../contract.ts'
import { roleChangeRefusal, TEAM_REFUSALS } from '../domain/team-rules.ts'
import { rosterOf } from './use-team.ts'

interface LeaveCardProps {
  workspace: { id: string; name: string }
  members: readonly Member[]
}

/** Ending one's own membership; where the team cannot do without this person, it says what has to happen first. */
export function LeaveCard({ workspace, members }: LeaveCardProps) {
  const [asking, setAsking] = useState(false)
  const moveOn = useNextWorkspace()
  const me = members.find(({ you }) => you)
  const refusal = me && roleChangeRefusal(rosterOf(members), me.id, null)

  const leave = async () => {
    try {
      await client.team.members.leave()
    } catch (error) {
      toastError(messageOf(error, 'Failed to leave the workspace'))
      throw error
    }
    toast({ message: `You have left ${workspace.name}` })
    await moveOn(workspace.id, () => setAsking(false))
  }

  return (
    <Card
      title="Leave this workspace"
      padded={!refusal}
      className={refusal ? 'pb-4' : undefined}
      description={refusal ? TEAM_REFUSALS[refusal] : 'You lose access at once. What you wrote stays in the workspace.'}
    >
      {!refusal && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          Leave workspace
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title={`Leave ${workspace.name}?`}
        description="You lose access at once, and API keys that you made stop working. To come back you need a new invitation."
        confirmLabel="Leave workspace"
        onConfirm={leave}
      />
    </Card>
  )
}
