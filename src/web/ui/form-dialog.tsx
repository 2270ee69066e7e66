import { type ReactNode, type RefObject, useId, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'

interface FormDialogProps {
  title: string
  description?: string
  /** The button that submits the form. */
  confirm: string
  /** False while the form is not there yet. */
  isReady?: boolean
  initialFocus: RefObject<HTMLElement | null>
  onClose: () => void
  /**
   * Renders the form with the id that the button submits.
   * @param saving runs the request; until it ends the dialog stays open and its buttons are disabled
   */
  children: (id: string, saving: <T>(request: () => Promise<T>) => Promise<T>) => ReactNode
}

/** A dialog with one form. */
export function FormDialog({ title, description, confirm, isReady = true, ...props }: FormDialogProps) {
  const { initialFocus, onClose, children } = props
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const saving = async <T,>(request: () => Promise<T>): Promise<T> => {
    setBusy(true)
    try {
      return await request()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      initialFocus={initialFocus}
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      description={description}
      footer={<DialogActions confirm={confirm} formId={formId} busy={busy} disabled={!isReady} onCancel={onClose} />}
    >
      {children(formId, saving)}
    </Dialog>
  )
}

/** The first message of each field, by the first part of its path. */
export const firstErrors = (
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> =>
  Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? 'form'), message] as const).toReversed())
