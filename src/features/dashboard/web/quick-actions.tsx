import { CircleFadingPlus, FileUp, Plug, RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { Uploads } from '../../knowledge/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { UPLOAD_EXTENSIONS } from '../domain/upload-extensions.ts'

/** Frequent actions. */
export function QuickActions() {
  const { can } = useWorkspace()
  /** The latest choice. */
  const [files, setFiles] = useState<File[]>()
  const input = useRef<HTMLInputElement>(null)
  const choose = (chosen: File[]) => {
    if (input.current) input.current.value = ''
    if (chosen.length > 0) setFiles(chosen)
  }
  return (
    <Card title="Quick Actions">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-2.5">
        <Action to="/pages?create=1" icon={<CircleFadingPlus size={16} aria-hidden="true" />}>
          Create FAQ
        </Action>
        <li>
          <Button
            icon={<FileUp size={16} />}
            disabled={!can('source.write')}
            onClick={() => input.current?.click()}
            className={look}
          >
            Upload documents
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            aria-label="Documents"
            tabIndex={-1}
            accept={UPLOAD_EXTENSIONS}
            className="sr-only"
            onChange={(event) => choose([...(event.target.files ?? [])])}
          />
        </li>
        <Action to="/dashboard/integrations" icon={<Plug size={16} aria-hidden="true" />}>
          Add Integration
        </Action>
        <li>
          <SyncContent />
        </li>
      </ul>
      <Suspense>{files && <Uploads files={files} />}</Suspense>
    </Card>
  )
}

const look = 'w-full justify-start! px-3!'

function Action({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <ButtonLink to={to} icon={icon} className={look}>
        {children}
      </ButtonLink>
    </li>
  )
}

/** Reads every website and every connected service again; how far that is shows above. Statistics and activity follow in any case, as specified. */
function SyncContent() {
  const [busy, setBusy] = useState(false)
  const sync = async () => {
    setBusy(true)
    try {
      const [{ websites }, { integrations }] = await Promise.all([
        client.knowledge.websites.syncAll(),
        client.integrations.syncAll(),
      ])
      const synced = [
        websites > 0 && plural(websites, 'website'),
        integrations > 0 && plural(integrations, 'connected service'),
      ].filter((part) => part !== false)
      toast(
        synced.length > 0
          ? { title: 'Syncing content', message: `${synced.join(' and ')} will be read again.` }
          : { message: 'Nothing to sync yet. Use integrations to import content.' },
      )
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
