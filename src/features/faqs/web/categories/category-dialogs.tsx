import { useId, useState } from 'react'
import { z } from 'zod'
import { plural } from '../../../../kernel/text.ts'
import { requiredText } from '../../../../kernel/wire.ts'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { CATEGORY_MAX, type CategoryList } from '../../contract.ts'
import { type CategoryChange, changeCategories } from './category-cache.ts'

type Category = CategoryList[number]

const schema = z.object({ name: requiredText(CATEGORY_MAX, 'Please enter a name.') })

interface DialogProps {
  category: Category
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Renames or deletes a category; what it holds follows. */
export default function CategoryDialogs({
  change,
  items,
  onClose,
}: {
  change: CategoryChange
  items: CategoryList
  onClose: () => void
}) {
  const props = { category: change.category, open: true, onOpenChange: (open: boolean) => !open && onClose() }
  return change.kind === 'rename' ? <RenameDialog {...props} /> : <DeleteDialog {...props} items={items} />
}

function RenameDialog({ category, open, onOpenChange }: DialogProps) {
  const form = useZodForm(schema, { name: category.name })
  const formId = useId()
  const submit = form.handleSubmit(async ({ name: to }) => {
    try {
      await changeCategories(() => client.faqs.categoryList.rename({ name: category.name, to }))
      toast({ message: 'Category renamed' })
      onOpenChange(false)
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error, 'Failed to rename the category'))
    }
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={`Rename ${category.name}`}
      description={category.faq_count > 0 ? `${plural(category.faq_count, 'FAQ')} will show the new name.` : undefined}
      footer={
        <DialogActions
          confirm="Rename"
          formId={formId}
          busy={form.formState.isSubmitting}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField control={form.control} name="name" label="Name" autoComplete="off" />
      </form>
    </Dialog>
  )
}

function DeleteDialog({ category, items, open, onOpenChange }: DialogProps & { items: CategoryList }) {
  const others = items.filter(({ name }) => name !== category.name)
  const [target, setTarget] = useState(others.find((other) => other.is_default)?.name ?? others[0]?.name ?? '')
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await changeCategories(() => client.faqs.categoryList.delete({ name: category.name, move_to: target }))
      toast({ message: 'Category deleted' })
      onOpenChange(false)
    } catch (error) {
      toastError(messageOf(error, 'Failed to delete the category'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={`Delete ${category.name}`}
      description={
        category.faq_count > 0
          ? `No FAQ is deleted: ${plural(category.faq_count, 'FAQ')} will move to another category.`
          : 'It contains no FAQs. FAQs in the trash move to another category.'
      }
      footer={
        <DialogActions
          confirm="Delete"
          destructive
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <Field label="Move its FAQs to">
        <Select
          options={others.map(({ name }) => ({ value: name, label: name }))}
          value={target}
          onValueChange={setTarget}
        />
      </Field>
    </Dialog>
  )
}
