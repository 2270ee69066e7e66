import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { ContentItem } from '../contract.ts'

interface DeleteContentDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  items: ContentItem[]
  onDone: () => void
}

/** Archived FAQs stay where they are: nothing visitors find, and nothing deleted. */
const archivedText = (count: number) => (count === 1 ? 'FAQ archived successfully' : `${count} FAQs archived`)

/** Asks before content goes. FAQs may be archived instead; pages are left out of later syncs. */
export function DeleteContentDialog({ open, onOpenChange, items, onDone }: DeleteContentDialogProps) {
  const queryClient = useQueryClient()
  const [archive, setArchive] = useState(true)
  const faqs = items.filter(({ source_type }) => source_type === 'faq')
  const others = items.filter(({ source_type }) => source_type !== 'faq')

  const confirm = async () => {
    try {
      if (others.length > 0) await client.knowledge.content.delete({ ids: others.map(({ source_id }) => source_id) })
      if (faqs.length > 0) {
        // A FAQ that was deleted by another user does not stop the deletion of the others.
        const ids = faqs.map(({ source_id }) => source_id)
        await (archive ? client.faqs.updateMany({ ids, status: 'archived' }) : client.faqs.deleteMany({ ids }))
      }
      const deleted = items.length - (archive ? faqs.length : 0)
      if (deleted > 0) toast({ message: `${plural(deleted, 'item')} deleted successfully.` })
      if (deleted < items.length) toast({ message: archivedText(items.length - deleted) })
      onDone()
    } catch (error) {
      toastError('Failed to delete content.')
      throw error
    } finally {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: api.knowledge.key() }),
        queryClient.invalidateQueries({ queryKey: api.faqs.key() }),
      ])
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Content"
      description={
        <>
          <p>
            Are you sure you want to delete {plural(items.length, 'item')}? Answers no longer use{' '}
            {items.length === 1 ? 'it' : 'them'}.
          </p>
          {faqs.length > 0 && (
            <div className="mt-4">
              <p className="mb-1.5 text-sm font-medium text-ink">
                {faqs.length === 1 ? 'The FAQ among them' : `The ${faqs.length} FAQs among them`}
              </p>
              <Select
                label="What happens to FAQs"
                options={[
                  { value: 'archive', label: 'Archive' },
                  { value: 'delete', label: 'Delete' },
                ]}
                value={archive ? 'archive' : 'delete'}
                onValueChange={(value) => setArchive(value === 'archive')}
                className="w-full"
              />
            </div>
          )}
        </>
      }
      confirmLabel="Delete"
      destructive
      onConfirm={confirm}
    />
  )
}
