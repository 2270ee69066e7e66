import { Button } from '../../../../web/ui/button.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import type { DialogProps } from '../../../../web/ui/dialog-window.tsx'
import type { Faq, FaqConflict, FaqContent } from '../../contract.ts'
import { AttachmentList } from './attachments-field.tsx'
import { ConflictForm } from './conflict-form.tsx'
import { DeletedNotice, type Deletion } from './deleted-notice.tsx'
import { SavedWarnings } from './saved-warnings.tsx'
import type { useAttachments } from './use-attachments.ts'
import type { useOtherInstead } from './use-other-instead.ts'

/** Steps of a dialog, shown one after another in place. */
export type Step = Pick<DialogProps, 'title' | 'footer' | 'children'> &
  Partial<Pick<DialogProps, 'description' | 'size'>>

interface SavedStep {
  warnings: Parameters<typeof SavedWarnings>[0]['warnings']
  attachments: ReturnType<typeof useAttachments>
  other: ReturnType<typeof useOtherInstead>
  /** It was just created, so another can be used in its place. */
  created: boolean
  busy: boolean
  onUploadAgain: () => void
  onClose: () => void
}

/** Saved, and worth a word. */
export function savedStep({ warnings, attachments, other, created, busy, onUploadAgain, onClose }: SavedStep): Step {
  const { list } = attachments
  const failed = list.some(({ state }) => state !== 'uploaded')
  return {
    title: failed
      ? 'The FAQ was created, but not every file was uploaded'
      : 'Saved. Another FAQ asks a similar question',
    footer: failed ? (
      <>
        <Button onClick={onClose} disabled={busy}>
          Done
        </Button>
        <Button variant="primary" loading={busy} onClick={onUploadAgain}>
          Upload again
        </Button>
      </>
    ) : (
      <Button variant="primary" onClick={onClose} disabled={busy}>
        {warnings.length > 0 ? 'Keep both' : 'Done'}
      </Button>
    ),
    children: (
      <>
        <AttachmentList list={list} onRemove={attachments.remove} />
        <SavedWarnings warnings={warnings} onClose={onClose} onUseOther={created ? other.use : undefined} busy={busy} />
      </>
    ),
  }
}

interface ConflictStep {
  formId: string
  seen: FaqContent
  mine: FaqContent
  conflict: FaqConflict
  busy: boolean
  onSettle: (current: Faq, content: FaqContent) => void
  onCancel: () => void
}

/** Another user saved first. */
export const conflictStep = ({ formId, seen, mine, conflict, busy, onSettle, onCancel }: ConflictStep): Step => ({
  title: 'This FAQ has changed',
  footer: <DialogActions confirm="Save this choice" formId={formId} busy={busy} onCancel={onCancel} />,
  children: (
    <ConflictForm
      id={formId}
      seen={seen}
      mine={mine}
      conflict={conflict}
      onSettle={(content) => onSettle(conflict.current, content)}
    />
  ),
})

interface DeletedStep {
  deletion: Deletion
  mine: FaqContent
  busy: boolean
  onSave: () => void
  onCancel: () => void
}

/** Another user deleted it. */
export const deletedStep = ({ deletion, mine, busy, onSave, onCancel }: DeletedStep): Step => ({
  title: 'This FAQ was deleted',
  footer: (
    <DialogActions
      confirm={deletion.inTrash ? 'Restore and save' : 'Save as a new FAQ'}
      busy={busy}
      onConfirm={onSave}
      onCancel={onCancel}
    />
  ),
  children: <DeletedNotice deletion={deletion} question={mine.question} answer={mine.answer} />,
})
