import { client } from '../../../web/api/api.ts'
import { toast } from '../../../web/ui/toast.tsx'
import type { Faq } from '../contract.ts'
import { FaqDialog } from './faq-dialog.tsx'
import { type FaqFormValues, formValuesOf } from './faq-form.ts'

interface EditFaqDialogProps {
  faq: Faq
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function EditFaqDialog({ faq, open, onOpenChange }: EditFaqDialogProps) {
  return (
    <FaqDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit FAQ"
      submitLabel="Save Changes"
      initial={formValuesOf(faq)}
      editing
      draftKey={faq.id}
      save={(values) => client.faqs.update({ id: faq.id, ...changesOf(faq, values) })}
      onSaved={() => toast({ message: 'FAQ updated successfully' })}
      failure={() => 'Failed to update FAQ'}
    />
  )
}

/** Only what the person changed, so that what somebody else changed meanwhile stays. */
function changesOf(faq: Faq, values: FaqFormValues) {
  const { display_order, ...rest } = values
  const before = formValuesOf(faq)
  const changed = Object.entries(rest).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  )
  const position = Number.parseInt(display_order, 10)
  const moved = Number.isInteger(position) && position !== faq.display_order
  return { ...(Object.fromEntries(changed) as Partial<typeof rest>), ...(moved && { display_order: position }) }
}
