import { TriangleAlert } from 'lucide-react'
import { Button, ButtonLink } from '../../../../web/ui/button.tsx'
import type { SavedFaq } from '../../contract.ts'

type Warning = SavedFaq['warnings'][number]

interface SavedWarningsProps {
  warnings: Warning[]
  onClose: () => void
  /** Set when the FAQ was just created: deletes it in favor of the existing one. */
  onUseOther?: (id: string) => void
  busy: boolean
}

/** Warnings about a saved FAQ: others with the same question. */
export function SavedWarnings({ warnings, onClose, onUseOther, busy }: SavedWarningsProps) {
  return (
    <ul className="space-y-3">
      {warnings.map((warning) => (
        <li key={warning.faq_id} className="flex gap-3 rounded-lg bg-warn-soft p-3.5">
          <TriangleAlert size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
          <div className="min-w-0 flex-1 text-md">
            <p className="font-medium text-warn">{warning.message}</p>
            <p className="mt-0.5 break-words text-ink">{warning.question}</p>
            <div className="mt-2.5 flex flex-wrap gap-2">
              <ButtonLink size="sm" to={`/pages?faq=${warning.faq_id}`} onClick={onClose}>
                Open that FAQ
              </ButtonLink>
              {onUseOther && (
                <Button size="sm" variant="ghost" disabled={busy} onClick={() => onUseOther(warning.faq_id)}>
                  Use it instead
                </Button>
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
