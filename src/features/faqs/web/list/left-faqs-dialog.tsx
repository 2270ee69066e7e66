import { formatNumber } from '../../../../kernel/format.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { faqCount } from '../../domain/many-faqs.ts'
import type { LeftFaq } from './use-many-faqs.ts'

/** Maximum number of listed FAQs. */
const SHOWN = 100

interface LeftFaqsDialogProps {
  faqs: readonly LeftFaq[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Those of several FAQs to which nothing was done, each with its reason. */
export default function LeftFaqsDialog({ faqs, open, onOpenChange }: LeftFaqsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${faqCount(faqs.length)} unchanged`}
      description={faqs.length === 1 ? 'It is still selected.' : 'They are still selected.'}
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {faqs.slice(0, SHOWN).map(({ id, question, reason }) => (
          <li key={id} className="py-2.5 text-md">
            <p className="font-medium [overflow-wrap:anywhere]">{question}</p>
            <p className="text-sm text-ink-soft">{reason}</p>
          </li>
        ))}
      </ul>
      {faqs.length > SHOWN && (
        <p className="mt-3 text-sm text-ink-soft">And {formatNumber(faqs.length - SHOWN)} more.</p>
      )}
    </Dialog>
  )
}
