import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { scrimClasses } from './popup-classes.ts'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  destructive?: boolean
  /** The user must type exactly `text` to enable the button; `label` asks for it. */
  typedConfirmation?: { text: string; label: ReactNode; mismatch?: string }
  /** Further fields after the typed confirmation. */
  children?: ReactNode
  /** The dialog stays open and busy while it runs, closes when the promise resolves, and stays open when it rejects. */
  onConfirm: () => unknown
}

/** Asks before an action that is hard to undo. The safe choice has the focus. */
export default function ConfirmWindow(props: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Base.Root open={props.open} onOpenChange={(next) => !busy && props.onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={scrimClasses} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup className="w-full rounded-t-xl border border-line-strong bg-raised text-ink shadow-overlay outline-none transition-[opacity,translate,scale] duration-180 ease-out data-ending-style:pointer-events-none data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:data-ending-style:translate-y-8 max-sm:data-starting-style:translate-y-8 sm:max-w-105 sm:rounded-xl sm:data-ending-style:scale-98 sm:data-starting-style:scale-98">
            <ConfirmBody {...props} busy={busy} setBusy={setBusy} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function ConfirmBody({
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  typedConfirmation,
  children,
  onConfirm,
  onOpenChange,
  busy,
  setBusy,
}: ConfirmDialogProps & { busy: boolean; setBusy: (busy: boolean) => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const formId = useId()
  const matches = !typedConfirmation || typed.trim() === typedConfirmation.text

  const submit = async () => {
    if (!matches) {
      setError(typedConfirmation?.mismatch ?? `Please type "${typedConfirmation?.text}" to confirm`)
      input.current?.focus()
      return
    }
    setBusy(true)
    try {
      await onConfirm()
      setBusy(false)
      onOpenChange(false)
    } catch {
      // `onConfirm` reports its own errors; a rejection only keeps the dialog open.
      setBusy(false)
    }
  }

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void submit()
      }}
    >
      <div className="px-5 pt-5 pb-5 sm:px-6">
        <Base.Title className="text-lg font-semibold">{title}</Base.Title>
        <Base.Description render={<div />} className="mt-1.5 text-md text-ink-soft">
          {description}
        </Base.Description>
        {typedConfirmation && (
          <Field label={typedConfirmation.label} error={error} className="mt-4">
            <Input
              ref={input}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          </Field>
        )}
        {children && <div className="mt-4">{children}</div>}
      </div>
      <footer className="flex justify-end gap-2.5 border-t border-line px-5 py-3.5 max-sm:*:flex-1 sm:px-6">
        <Base.Close render={<Button disabled={busy}>{cancelLabel}</Button>} />
        <Button type="submit" variant={destructive ? 'danger' : 'primary'} loading={busy}>
          {confirmLabel}
        </Button>
      </footer>
    </form>
  )
}
