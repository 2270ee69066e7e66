import { MessageSquareText, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { IconButton } from '../../../../web/ui/icon-button.tsx'
import { TextareaField } from '../../../../web/ui/textarea-field.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { type SavedReply, savedReplyInput } from '../../contract.ts'
import { useSavedReplies } from './use-saved-replies.ts'

interface SavedRepliesDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Starts with a new saved reply of this text. */
  initialText: string | undefined
}

type Edited = Pick<SavedReply, 'title' | 'text'> & { id?: string }

/** Lists the saved replies, or edits one of them. */
export default function SavedRepliesDialog({ open, onOpenChange, initialText }: SavedRepliesDialogProps) {
  const formId = useId()
  const [edited, setEdited] = useState<Edited | undefined>(
    initialText === undefined ? undefined : { title: '', text: initialText },
  )
  const [busy, setBusy] = useState(false)
  const back = () => (initialText === undefined ? setEdited(undefined) : onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={edited ? (edited.id ? 'Edit saved reply' : 'New saved reply') : 'Saved replies'}
      description={edited ? undefined : 'Everyone in this workspace can use and change them.'}
      footer={
        edited ? (
          <DialogActions confirm="Save reply" formId={formId} busy={busy} onCancel={back} />
        ) : (
          <Button icon={<Plus size={16} />} onClick={() => setEdited({ title: '', text: '' })}>
            New saved reply
          </Button>
        )
      }
    >
      {edited ? (
        <SavedReplyForm key={edited.id ?? 'new'} formId={formId} edited={edited} onBusy={setBusy} onSaved={back} />
      ) : (
        <SavedReplyList onEdit={setEdited} />
      )}
    </Dialog>
  )
}

function SavedReplyList({ onEdit }: { onEdit: (reply: SavedReply) => void }) {
  const { items, pending, error, refresh } = useSavedReplies()
  const [deleting, setDeleting] = useState<SavedReply>()
  const [asking, setAsking] = useState(false)
  const remove = async ({ id }: SavedReply) => {
    try {
      await client.questions.savedReplies.delete({ id })
      toast({ message: 'Saved reply deleted' })
    } catch (failure) {
      toastError(messageOf(failure, 'Failed to delete the saved reply'))
      throw failure
    } finally {
      void refresh()
    }
  }
  if (error) return <p className="text-md text-bad">{messageOf(error, 'The saved replies could not be loaded.')}</p>
  if (items.length === 0 && !pending)
    return (
      <EmptyState
        title="No saved replies yet"
        icon={MessageSquareText}
        message="Save the replies that you write again and again."
      />
    )
  return (
    <>
      <ul className="divide-y divide-line">
        {items.map((reply) => (
          <li key={reply.id} className="flex items-center gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-md font-medium">{reply.title}</p>
              <p className="truncate text-sm text-ink-soft">{reply.text}</p>
            </div>
            <IconButton label={`Edit “${reply.title}”`} icon={<Pencil size={15} />} onClick={() => onEdit(reply)} />
            <IconButton
              label={`Delete “${reply.title}”`}
              icon={<Trash2 size={15} />}
              onClick={() => {
                setDeleting(reply)
                setAsking(true)
              }}
            />
          </li>
        ))}
      </ul>
      {deleting && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          destructive
          title={`Delete “${deleting.title}”?`}
          description="Replies that were sent with it stay as they are."
          confirmLabel="Delete"
          onConfirm={() => remove(deleting)}
        />
      )}
    </>
  )
}

interface SavedReplyFormProps {
  formId: string
  edited: Edited
  onBusy: (busy: boolean) => void
  onSaved: () => void
}

function SavedReplyForm({ formId, edited, onBusy, onSaved }: SavedReplyFormProps) {
  const { refresh } = useSavedReplies()
  const { id, title, text } = edited
  const form = useZodForm(savedReplyInput, { title, text })
  const save = form.handleSubmit(async (input) => {
    onBusy(true)
    try {
      await (id ? client.questions.savedReplies.update({ id, ...input }) : client.questions.savedReplies.create(input))
      toast({ message: 'Reply saved' })
      void refresh()
      onSaved()
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error, 'Failed to save the reply'))
    } finally {
      onBusy(false)
    }
  })
  return (
    <form
      id={formId}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        // React bubbles it to the form of the reply, around the dialog.
        event.stopPropagation()
        void save(event)
      }}
    >
      <TextField control={form.control} name="title" label="Name" autoComplete="off" />
      <TextareaField control={form.control} name="text" label="Text" rows={6} />
    </form>
  )
}
