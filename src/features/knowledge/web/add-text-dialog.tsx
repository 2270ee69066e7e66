import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { TextareaField, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { textInput } from '../contract.ts'

const schema = textInput.pick({ title: true, content: true })

/** A text as a source: pasted or written here. */
export default function AddTextDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const queryClient = useQueryClient()
  const form = useZodForm(schema, { title: '', content: '' })
  const { isSubmitting } = form.formState
  const formId = useId()
  const submit = form.handleSubmit(async (text) => {
    try {
      await client.knowledge.createTexts({ items: [text] })
    } catch (error) {
      toastError(messageOf(error))
      return
    }
    toast({ message: 'Text added' })
    form.reset()
    props.onOpenChange(false)
    await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  })
  return (
    <Dialog
      {...props}
      title="Add Text"
      description="Headings that begin with # divide it into parts that can be found by themselves."
      footer={
        <DialogActions
          confirm="Add Text"
          formId={formId}
          busy={isSubmitting}
          onCancel={() => props.onOpenChange(false)}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField control={form.control} name="title" label="Title" placeholder="Returns and refunds" />
        <TextareaField control={form.control} name="content" label="Text" rows={10} />
      </form>
    </Dialog>
  )
}
