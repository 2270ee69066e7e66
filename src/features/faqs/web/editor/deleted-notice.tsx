import { Copy } from 'lucide-react'
import { copyText } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'

/** Information about a FAQ that was deleted while it was being edited. */
export interface Deletion {
  inTrash: boolean
  /** Name of the user who did it, if known. */
  by: string | null
}

/** The text is still here: it can be saved all the same, or be taken along. */
export function DeletedNotice({
  deletion,
  question,
  answer,
}: {
  deletion: Deletion
  question: string
  answer: string
}) {
  return (
    <>
      <p role="alert" className="mb-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-md text-warn">
        {deletion.by ?? 'Another user'} deleted this FAQ while you were editing it. Your text is still here:{' '}
        {deletion.inTrash ? 'restore the FAQ with it, or copy it.' : 'save it as a new FAQ, or copy it.'}
      </p>
      <div className="rounded-lg border border-line bg-sunken p-3.5">
        <p className="text-md font-medium break-words">{question}</p>
        <p className="mt-1 text-md break-words whitespace-pre-wrap text-ink-soft">{answer}</p>
      </div>
      <Button
        className="mt-3"
        size="sm"
        variant="ghost"
        icon={<Copy size={15} aria-hidden="true" />}
        onClick={() => void copyText(`${question}\n\n${answer}`, 'Text copied')}
      >
        Copy my text
      </Button>
    </>
  )
}
