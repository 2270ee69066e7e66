import { client } from '../../../../web/api/api.ts'
import { selectedWorkspaceId } from '../../../../web/api/selected-workspace.ts'
import type { FaqStatus } from '../../contract.ts'
import { useCreatedToast } from '../use-created-toast.ts'
import { FaqDialog } from './faq-dialog.tsx'
import { EMPTY_FAQ } from './faq-form.ts'

export default function CreateFaqDialog({
  open,
  onOpenChange,
  status,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  status: FaqStatus
}) {
  const showCreated = useCreatedToast()
  return (
    <FaqDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create FAQ"
      submitLabel="Create FAQ"
      initial={{ ...EMPTY_FAQ, status }}
      draftKey={`new:${selectedWorkspaceId()}`}
      save={({ display_order: _appended, ...faq }) => client.faqs.create(faq)}
      onSaved={(saved) => showCreated(saved)}
      failure={() => 'Failed to create FAQ'}
    />
  )
}
