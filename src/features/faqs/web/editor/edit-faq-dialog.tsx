import { History } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { toast } from '../../../../web/ui/toast.tsx'
import type { Faq } from '../../contract.ts'
import { FaqDialog, type FaqDialogProps } from './faq-dialog.tsx'
import { formValuesOf } from './faq-form.ts'
import type { FaqValues } from './use-faq-saving.ts'

const FaqHistoryDialog = lazy(() => import('../history/faq-history-dialog.tsx'))

interface EditFaqDialogProps extends Pick<FaqDialogProps, 'fullPage' | 'onFullPage'> {
  faq: Faq
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function EditFaqDialog({ faq, open, onOpenChange, ...size }: EditFaqDialogProps) {
  /** null until it is asked for the first time. */
  const [history, setHistory] = useState<boolean | null>(null)
  return (
    <FaqDialog
      {...size}
      open={open}
      onOpenChange={onOpenChange}
      title="Edit FAQ"
      description={
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5"
          icon={<History size={15} aria-hidden="true" />}
          onClick={() => setHistory(true)}
        >
          Version history
        </Button>
      }
      submitLabel="Save Changes"
      initial={formValuesOf(faq)}
      faq={faq}
      draftKey={faq.id}
      save={(values, seen) => client.faqs.update(changesOf(seen ?? faq, values))}
      onSaved={() => toast({ message: 'FAQ updated successfully' })}
      failure={() => 'Failed to update FAQ'}
      over={
        <Suspense>
          {history !== null && (
            <FaqHistoryDialog
              id={faq.id}
              open={history}
              onOpenChange={setHistory}
              // The edited FAQ has changed.
              onRestored={() => onOpenChange(false)}
            />
          )}
        </Suspense>
      }
    />
  )
}

/** Only what the person changed, of the version they have seen. */
function changesOf(seen: Faq, { display_order, ...values }: FaqValues) {
  const before = formValuesOf(seen)
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  )
  const position = Number.parseInt(display_order, 10)
  const moved = Number.isInteger(position) && position !== seen.display_order
  return {
    id: seen.id,
    version: seen.version,
    ...(Object.fromEntries(changed) as Partial<typeof values>),
    ...(moved && { display_order: position }),
  }
}
