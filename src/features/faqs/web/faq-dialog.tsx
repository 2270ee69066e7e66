import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { z } from 'zod'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { applyServerErrors, useZodForm } from '../../../web/ui/form.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import type { SavedFaq } from '../contract.ts'
import { useFaqCache } from './faq-cache.ts'
import { DraftNotice, SaveFailure } from './faq-dialog-notices.tsx'
import { dropDraft, readDraft, writeDraft } from './faq-draft.ts'
import { FaqFields } from './faq-fields.tsx'
import { type FaqFormValues, faqFormSchema } from './faq-form.ts'
import { SavedWarnings } from './saved-warnings.tsx'
import { useOtherInstead } from './use-other-instead.ts'

export interface FaqDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  submitLabel: string
  initial: FaqFormValues
  /** An existing FAQ: it has a place in the order, and may be archived. */
  editing?: boolean
  /** Names the unsaved text, so that it can be given back. */
  draftKey: string
  /** @throws ApiError */
  save: (values: z.output<typeof faqFormSchema>) => Promise<SavedFaq>
  /** Tells the person. */
  onSaved: (saved: SavedFaq) => void
  /** The toast when saving fails; the dialog itself shows the reason. */
  failure: (error: unknown) => string
}

/** The dialog in which a FAQ is written; begins anew each time it opens. */
export function FaqDialog(props: FaqDialogProps) {
  const [openings, setOpenings] = useState({ open: props.open, count: 0 })
  if (openings.open !== props.open) {
    setOpenings({ open: props.open, count: openings.count + (props.open ? 1 : 0) })
  }
  return <OneOpening key={openings.count} {...props} />
}

function OneOpening({ open, onOpenChange, editing = false, ...props }: FaqDialogProps) {
  const { initial, draftKey } = props
  const formId = useId()
  const questionRef = useRef<HTMLInputElement>(null)
  const form = useZodForm(faqFormSchema, initial)
  const [restored, setRestored] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [saved, setSaved] = useState<SavedFaq | null>(null)
  const cache = useFaqCache()
  const save = useMutation({ mutationFn: props.save })
  const close = () => onOpenChange(false)
  const other = useOtherInstead(saved, close)
  const { isDirty, isSubmitting } = form.formState

  useEffect(() => {
    if (!open) return
    const draft = readDraft(draftKey)
    if (draft) form.reset(draft, { keepDefaultValues: true })
    setRestored(draft !== null)
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => (isDirty ? writeDraft(draftKey, values) : dropDraft(draftKey)),
    })
  }, [open, draftKey, form])

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const result = await save.mutateAsync(values)
      dropDraft(draftKey)
      cache.invalidate()
      props.onSaved(result)
      if (result.warnings.length > 0) setSaved(result)
      else close()
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error)
      toastError(props.failure(error))
    }
  })
  const requestClose = (next: boolean) => {
    if (next || isSubmitting || other.busy) return
    if (isDirty && !saved) setLeaving(true)
    else close()
  }
  const discard = () => {
    dropDraft(draftKey)
    close()
  }
  const startOver = () => {
    form.reset(initial)
    dropDraft(draftKey)
    setRestored(false)
  }

  if (saved) {
    return (
      <Dialog
        open={open}
        onOpenChange={requestClose}
        title="Saved. Visitors may already find this"
        footer={
          <Button variant="primary" onClick={close} disabled={other.busy}>
            Keep both
          </Button>
        }
      >
        <SavedWarnings
          warnings={saved.warnings}
          onClose={close}
          onUseOther={editing ? undefined : other.use}
          busy={other.busy}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={requestClose}
      title={props.title}
      description={props.description}
      initialFocus={questionRef}
      footer={
        <>
          <Button onClick={() => requestClose(false)}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" loading={isSubmitting}>
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit()
        }}
      >
        {restored && <DraftNotice onStartOver={startOver} />}
        <SaveFailure error={failure} />
        <FaqFields form={form} editing={editing} questionRef={questionRef} />
      </form>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Discard your changes?"
        description="What you have written here has not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        destructive
        onConfirm={discard}
      />
    </Dialog>
  )
}
