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
  /** A further button, at the other end of the foot. */
  extra?: ReactNode
  children: ReactNode
}

/** A form that adds a source, or changes how one is used. */
export function SourceDialog({ confirm, busy, onSubmit, extra, children, ...dialog }: SourceDialogProps) {
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          {extra && <div className="mr-auto max-sm:contents">{extra}</div>}
          <DialogActions confirm={confirm} formId={formId} busy={busy} onCancel={() => dialog.onOpenChange(false)} />
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
