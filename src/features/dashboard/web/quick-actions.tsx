import { CircleFadingPlus, FileUp, Plug, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'

/** What people come here to do. */
export function QuickActions() {
  return (
    <Card title="Quick Actions">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-2.5">
        <Action to="/pages?create=1" icon={<CircleFadingPlus size={16} aria-hidden="true" />}>
          Create FAQ
        </Action>
        <Action to="/knowledge" icon={<FileUp size={16} aria-hidden="true" />}>
          Upload documents
        </Action>
        <Action to="/knowledge" icon={<Plug size={16} aria-hidden="true" />}>
          Add Integration
        </Action>
        <li>
          <SyncContent />
        </li>
      </ul>
    </Card>
  )
}

const look = 'w-full justify-start!'

function Action({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <ButtonLink to={to} icon={icon} className={look}>
        {children}
      </ButtonLink>
    </li>
  )
}

/** Statistics and activity follow in any case, as specified. */
function SyncContent() {
  const [busy, setBusy] = useState(false)
  const sync = async () => {
    setBusy(true)
    try {
      toast({ message: 'Nothing to sync yet. Use integrations to import content.' })
      await queryClient.invalidateQueries({ queryKey: api.dashboard.key() }, { throwOnError: true })
    } catch {
      toastError('Failed to sync content')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<RefreshCw size={16} />} loading={busy} onClick={sync} className={look}>
      Sync Content
    </Button>
  )
}
