import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { TextareaField, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { textInput } from '../contract.ts'
import { SourceDialog, type SourceDialogState } from './source-dialog.tsx'

const schema = textInput.pick({ title: true, content: true })

/** A text as a source: pasted or written here. */
export default function AddTextDialog(props: SourceDialogState) {
  const queryClient = useQueryClient()
  const form = useZodForm(schema, { title: '', content: '' })
  const { isSubmitting } = form.formState
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
    <SourceDialog
      {...props}
      title="Add Text"
      description="Headings that begin with # divide it into parts that can be found by themselves."
      confirm="Add Text"
      busy={isSubmitting}
      onSubmit={submit}
    >
      <TextField control={form.control} name="title" label="Title" placeholder="Returns and refunds" />
      <TextareaField control={form.control} name="content" label="Text" rows={10} />
    </SourceDialog>
  )
}
