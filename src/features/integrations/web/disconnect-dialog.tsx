import { useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { Choice } from '../../../web/ui/choice.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { describeService } from '../../knowledge/contract.ts'
import type { Integration } from '../contract.ts'
import { disconnectService } from './use-integrations.ts'

interface DisconnectDialogProps {
  integration: Integration
  open: boolean
  onOpenChange: (open: boolean) => void
}

const OPTIONS = [
  { value: 'keep', label: 'Keep' },
  { value: 'remove', label: 'Remove' },
] as const
type What = (typeof OPTIONS)[number]['value']

/** Asks before a service is forgotten, and what becomes of what was imported. */
export default function DisconnectDialog({ integration, open, onOpenChange }: DisconnectDialogProps) {
  const name = describeService(integration.type).name
  const { item } = describeService(integration.type)
  const [what, setWhat] = useState<What>('keep')
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await disconnectService(integration, what === 'keep')
      onOpenChange(false)
    } catch {
      // The error was shown; the dialog stays open for another attempt.
    } finally {
      setBusy(false)
    }
  }
  const imported = plural(integration.items.ready, item)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={`Disconnect ${name}`}
      description={`Answerloom gives its access to ${integration.account_name || name} back and imports nothing more.`}
      footer={
        <DialogActions
          confirm="Disconnect"
          destructive
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <Choice label={`What was imported (${imported})`} options={OPTIONS} value={what} onValueChange={setWhat} />
      <p role="status" className="mt-3 text-md text-ink-soft">
        {what === 'keep'
          ? 'It is still used for answers, and stays in your Knowledge Base until you delete it there.'
          : 'It is removed from your Knowledge Base and no longer used for answers. This action cannot be undone.'}
      </p>
    </Dialog>
  )
}
