import { useRef, useSyncExternalStore } from 'react'
import { onTextToCopy, textToCopy, withdrawText } from '../browser/text-to-copy.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Textarea } from './textarea.tsx'

const KEYS = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘C' : 'Ctrl+C'
const MAX_ROWS = 8

/** Shows a text that the browser did not let the page copy, selected. Mounted once by the app. */
export function CopyByHand() {
  const text = useSyncExternalStore(onTextToCopy, textToCopy)
  /** Stays while the dialog closes. */
  const shown = useRef('')
  if (text !== null) shown.current = text
  const field = useRef<HTMLTextAreaElement>(null)
  const lines = Math.max(shown.current.split('\n').length, Math.ceil(shown.current.length / 60))
  return (
    <Dialog
      open={text !== null}
      onOpenChange={(open) => !open && withdrawText()}
      size="sm"
      title="Copy the text yourself"
      description={`The browser did not allow copying. The text is selected: press ${KEYS}.`}
      initialFocus={field}
      footer={<Button onClick={withdrawText}>Done</Button>}
    >
      <Textarea
        ref={field}
        readOnly
        aria-label="Text to copy"
        className="font-mono text-sm"
        rows={Math.min(lines + 1, MAX_ROWS)}
        value={shown.current}
        onFocus={(event) => event.target.select()}
      />
    </Dialog>
  )
}
