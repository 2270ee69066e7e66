import { Copy } from 'lucide-react'
import { copyToClipboard } from '../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'

interface SecretDialogProps {
  secret: string
  /** Sentence about the former secret, after a replacement. */
  note?: string
  onClose: () => void
}

/** Shows a secret, only this once. */
export function SecretDialog({ secret, note = '', onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your signing secret"
      description={`Copy it now: it is not shown again. Your program verifies with it that events come from Answerloom.${note}`}
      footer={
        <>
          <Button icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copyToClipboard(secret, 'Code')}>
            Copy
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <code className="block rounded-md bg-sunken px-3 py-2.5 font-mono text-sm break-all">{secret}</code>
    </Dialog>
  )
}
