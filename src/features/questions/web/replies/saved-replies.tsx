import { ChevronDown } from 'lucide-react'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { useOnceTrue } from '../../../../web/ui/use-once-true.ts'

const loadPopup = () => import('./saved-replies-popup.tsx')
const SavedRepliesPopup = lazy(loadPopup)
const SavedRepliesDialog = lazy(() => import('./saved-replies-dialog.tsx'))

interface SavedRepliesProps {
  /** The reply that is being written. */
  text: string
  /** Its field. */
  field: RefObject<HTMLTextAreaElement | null>
  onInsert: (text: string) => void
}

/** Inserts saved replies, and opens the dialog that manages them. */
export function SavedReplies({ text, field, onInsert }: SavedRepliesProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const popupWanted = useOnceTrue(open)
  const [managing, setManaging] = useState<'list' | 'new' | null>(null)
  return (
    <>
      <Button
        ref={anchor}
        size="sm"
        variant="ghost"
        className="-my-1.5"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadPopup}
        onFocus={loadPopup}
        onClick={() => setOpen(!open)}
      >
        Saved replies <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Suspense>
        {popupWanted && (
          <SavedRepliesPopup
            open={open}
            onOpenChange={setOpen}
            anchor={anchor}
            field={field}
            canSave={text.trim() !== ''}
            onInsert={(saved) => {
              setOpen(false)
              onInsert(saved)
            }}
            onManage={(what) => {
              setOpen(false)
              setManaging(what)
            }}
          />
        )}
        {managing && (
          <SavedRepliesDialog
            open
            onOpenChange={(next) => next || setManaging(null)}
            initialText={managing === 'new' ? text : undefined}
          />
        )}
      </Suspense>
    </>
  )
}
