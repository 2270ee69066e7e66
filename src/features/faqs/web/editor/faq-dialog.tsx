import { Maximize2, Minimize2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { useZodForm } from '../../../../web/ui/form.tsx'
import { CONTENT_FIELDS, CONTENT_LABELS, type Faq, type SavedFaq } from '../../contract.ts'
import { mergedContent } from '../../domain/faq-conflict.ts'
import { isSameField } from '../../domain/faq-content.ts'
import { AttachmentsField } from './attachments-field.tsx'
import { DraftNotice, ElsewhereNotice, NewerVersionNotice, SaveFailure } from './faq-dialog-notices.tsx'
import { conflictStep, deletedStep, type Step, savedStep } from './faq-dialog-steps.tsx'
import { FaqFields } from './faq-fields.tsx'
import { type FaqFormValues, faqFormSchema } from './faq-form.ts'
import { useAttachments } from './use-attachments.ts'
import { useFaqDraft } from './use-faq-draft.ts'
import { type FaqValues, useFaqSaving } from './use-faq-saving.ts'
import { type NewerVersion, useNewerVersion } from './use-newer-version.ts'
import { useOtherInstead } from './use-other-instead.ts'

export interface FaqDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  submitLabel: string
  initial: FaqFormValues
  /** The FAQ that is edited: it has a place in the order, and may be archived. Without one a new one is written. */
  faq?: Faq
  /** Names the unsaved text, so that it can be given back. */
  draftKey: string
  /** Opens on a full page, also with a short answer. */
  fullPage?: boolean
  onFullPage?: (isFullPage: boolean) => void
  /** Files can be uploaded with it. */
  attachable?: boolean
  /** Dialogs that open over this one. */
  over?: ReactNode
  /** `seen` is the FAQ that the values are a change of. @throws ApiError */
  save: (values: FaqValues, seen: Faq | null) => Promise<SavedFaq>
  /** Shows the success message; with attachments the dialog shows it after their upload. */
  onSaved: (saved: SavedFaq, withFiles: boolean) => void
  /** The toast when saving fails; the dialog itself shows the reason. */
  failure: (error: unknown) => string
}

/** Answers of this length open on a full page, in characters. */
const LONG_ANSWER = 3_000

/** The dialog for writing a FAQ; resets each time it opens. */
export function FaqDialog(props: FaqDialogProps) {
  const [openings, setOpenings] = useState({ open: props.open, count: 0 })
  if (openings.open !== props.open) {
    setOpenings({ open: props.open, count: openings.count + (props.open ? 1 : 0) })
  }
  return <OneOpening key={openings.count} {...props} />
}

function OneOpening({ open, onOpenChange, initial, faq, attachable = false, ...props }: FaqDialogProps) {
  const formId = useId()
  const questionRef = useRef<HTMLInputElement>(null)
  const form = useZodForm(faqFormSchema, initial)
  const [leaving, setLeaving] = useState(false)
  const [isFullPage, setFullPage] = useState(props.fullPage || initial.answer.length > LONG_ANSWER)
  const close = () => onOpenChange(false)
  const draft = useFaqDraft({ form, open, name: props.draftKey, faq: faq ?? null })
  const attachments = useAttachments()
  const saving = useFaqSaving({ ...props, form, draft, attachments, close })
  const other = useOtherInstead(saving.saved, close)
  const busy = saving.busy || other.busy
  const newer = useNewerVersion(open && !busy ? draft.seen : null)
  const { progress } = saving
  const { isDirty } = form.formState

  const requestClose = (next: boolean) => {
    if (next || busy) return
    if ((isDirty || attachments.list.length > 0) && progress.is !== 'saved') setLeaving(true)
    else close()
  }
  const cancel = () => requestClose(false)
  const discard = () => {
    draft.drop()
    close()
  }
  const startOver = () => {
    form.reset(initial)
    draft.drop()
    draft.setSeen(faq ?? null)
  }

  const stepOf = (): Step => {
    if (progress.is === 'saved') {
      const { warnings } = progress.faq
      return savedStep({
        warnings,
        attachments,
        other,
        created: faq === undefined,
        busy,
        onUploadAgain: saving.uploadAgain,
        onClose: close,
      })
    }
    const mine = form.getValues()
    if (progress.is === 'outdated' && draft.seen) {
      const { conflict } = progress
      return conflictStep({ formId, seen: draft.seen, mine, conflict, busy, onSettle: saving.settle, onCancel: cancel })
    }
    if (progress.is === 'deleted') {
      const { deletion } = progress
      return deletedStep({ deletion, mine, busy, onSave: () => void saving.saveAnyway(), onCancel: cancel })
    }
    return {
      title: props.title,
      description: props.description,
      size: isFullPage ? 'full' : 'md',
      footer: (
        <>
          <PageToggle
            isFullPage={isFullPage}
            onToggle={() => {
              setFullPage(!isFullPage)
              props.onFullPage?.(!isFullPage)
            }}
          />
          <DialogActions
            confirm={props.submitLabel}
            formId={formId}
            busy={busy}
            disabled={!attachments.sendable}
            onCancel={cancel}
          />
        </>
      ),
      children: (
        <form
          id={formId}
          noValidate
          // Not once more while it closes.
          onSubmit={(event) => (open ? void saving.submit(event) : event.preventDefault())}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void saving.submit()
          }}
        >
          {draft.restored && <DraftNotice onStartOver={startOver} />}
          {draft.elsewhere && <ElsewhereNotice />}
          {newer && draft.seen && <NewerNotice newer={newer} seen={draft.seen} form={form} onTaken={draft.setSeen} />}
          <SaveFailure error={saving.failure} />
          <FaqFields form={form} editing={faq !== undefined} questionRef={questionRef} isFullPage={isFullPage} />
          {attachable && (
            <div className="mt-4.5">
              <AttachmentsField attachments={attachments} />
            </div>
          )}
        </form>
      ),
    }
  }

  const step = stepOf()
  return (
    <Dialog open={open} onOpenChange={requestClose} initialFocus={questionRef} {...step}>
      {step.children}
      {props.over}
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

interface NewerNoticeProps {
  newer: NewerVersion
  seen: Faq
  form: Pick<UseFormReturn<FaqFormValues>, 'getValues' | 'reset'>
  /** The text is now a change of this version. */
  onTaken: (faq: Faq) => void
}

/** Offers to take what another user changed beside one's own changes. */
function NewerNotice({ newer, seen, form, onTaken }: NewerNoticeProps) {
  const { faq } = newer
  const merged = mergedContent(seen, form.getValues(), faq)
  const fields = CONTENT_FIELDS.filter((field) => !isSameField(seen, faq, field)).map((field) => CONTENT_LABELS[field])
  const take = () => {
    if (!merged) return
    const place = form.getValues('display_order')
    const display_order = place === String(seen.display_order) ? String(faq.display_order) : place
    form.reset({ ...merged, display_order }, { keepDefaultValues: true })
    onTaken(faq)
  }
  return <NewerVersionNotice newer={newer} fields={fields} onTake={merged && take} />
}

/** On a phone the dialog has the width of the page anyway. */
const PageToggle = ({ isFullPage, onToggle }: { isFullPage: boolean; onToggle: () => void }) => (
  <Button
    variant="ghost"
    className="mr-auto max-sm:hidden"
    icon={isFullPage ? <Minimize2 size={15} aria-hidden="true" /> : <Maximize2 size={15} aria-hidden="true" />}
    onClick={onToggle}
  >
    {isFullPage ? 'Smaller' : 'Full page'}
  </Button>
)
