import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import DeleteWorkspaceDialog from './delete-workspace-dialog.tsx'
import { useWorkspace } from './workspace-context.ts'

export function DeleteWorkspaceCard() {
  const { workspace } = useWorkspace()
  const [asking, setAsking] = useState(false)
  return (
    <Card
      title={<span className="text-bad">Danger Zone</span>}
      description="Deleting the workspace removes its FAQs, knowledge, questions and public page, for every member."
      className="border-bad-line/50"
    >
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete workspace
      </Button>
      {workspace && asking && <DeleteWorkspaceDialog workspace={workspace} open={asking} onOpenChange={setAsking} />}
    </Card>
  )
}
