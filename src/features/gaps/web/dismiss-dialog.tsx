import { useId, useState } from 'react'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { Textarea } from '../../../web/ui/textarea.tsx'
import { DISMISS_NOTE_MAX, DISMISS_REASONS, type DismissReason, type Gap } from '../contract.ts'
import { DISMISS_REASON_LABELS } from './gap-words.ts'
import { useClosingAction } from './use-closing-action.ts'
import type { GapActions } from './use-gap-actions.ts'

interface DismissDialogProps {
  gap: Gap
  actions: GapActions
  onClose: () => void
}

/** Says why a gap needs no answer. */
export default function DismissDialog({ gap, actions, onClose }: DismissDialogProps) {
  const formId = useId()
  const [reason, setReason] = useState<DismissReason>('off_topic')
  const [note, setNote] = useState('')
  const { busy, run, onOpenChange } = useClosingAction(onClose)
  const dismiss = () => run(() => actions.dismiss({ id: gap.id, reason, note }))
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title="Dismiss gap"
      description="It stays dismissed when it is asked again. You can undo this at any time."
      footer={<DialogActions confirm="Dismiss" formId={formId} busy={busy} onCancel={onClose} />}
    >
      <form
        id={formId}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void dismiss()
        }}
      >
        <Field label="Reason">
          <Select
            options={DISMISS_REASONS.map((value) => ({ value, label: DISMISS_REASON_LABELS[value] }))}
            value={reason}
            onValueChange={setReason}
          />
        </Field>
        <Field label="Note (optional)">
          <Textarea value={note} maxLength={DISMISS_NOTE_MAX} onChange={(event) => setNote(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
