import { type FormEventHandler, type ReactNode, useId } from 'react'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'

export interface SourceDialogState {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface SourceDialogProps extends SourceDialogState {
  title: string
  description: string
  confirm: string
  busy: boolean
  onSubmit: FormEventHandler
  children: ReactNode
}

/** A form that adds a source. */
export function SourceDialog({ confirm, busy, onSubmit, children, ...dialog }: SourceDialogProps) {
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <DialogActions confirm={confirm} formId={formId} busy={busy} onCancel={() => dialog.onOpenChange(false)} />
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
