import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { TextareaField, TextField } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { textInput } from '../contract.ts'
import { SourceDialog, type SourceDialogState } from './source-dialog.tsx'
import { useSourceForm } from './use-source-form.ts'

const schema = textInput.pick({ title: true, content: true })

/** A text as a source: pasted or written here. */
export default function AddTextDialog(props: SourceDialogState) {
  const { form, submit, busy } = useSourceForm(schema, { title: '', content: '' }, props, {
    send: async (text) => {
      await client.knowledge.createTexts({ items: [text] })
      toast({ message: 'Text added' })
    },
    explain: (error) => toastError(messageOf(error)),
  })
  return (
    <SourceDialog
      {...props}
      title="Add Text"
      description="Headings that start with # divide the text into parts that are found separately."
      confirm="Add Text"
      busy={busy}
      onSubmit={submit}
    >
      <TextField control={form.control} name="title" label="Title" placeholder="Returns and refunds" />
      <TextareaField control={form.control} name="content" label="Text" rows={10} />
    </SourceDialog>
  )
}
