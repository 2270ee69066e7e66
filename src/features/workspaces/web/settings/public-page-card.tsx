import { Copy } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../web/api/api-error.ts'
import { copyToClipboard } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { Switch } from '../../../../web/ui/switch.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import type { UpdateSettings, WorkspaceSettings } from '../../contract.ts'
import { useWorkspace } from '../workspace-context.tsx'
import ChangeSubdomainDialog from './change-subdomain-dialog.tsx'
import { saveSettings } from './use-settings.ts'

/** URL of the help page, and its visibility for search engines. */
export function PublicPageCard({ settings }: { settings: WorkspaceSettings }) {
  const { current } = useWorkspace()
  const [changing, setChanging] = useState(false)
  const [saving, setSaving] = useState(false)

  const save = async (change: UpdateSettings, message: string) => {
    setSaving(true)
    try {
      await saveSettings(change)
      toast({ message })
    } catch (error) {
      toastError(messageOf(error, 'Failed to save settings'))
    }
    setSaving(false)
  }

  return (
    <Card title="Public page" description="Where visitors find your FAQs.">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="min-w-0 flex-1 basis-full [overflow-wrap:anywhere] rounded-md lg:basis-72 bg-sunken px-3 py-2 font-mono text-sm">
          {current?.public_url ?? `/faq/${settings.subdomain}`}
        </code>
        <Button
          icon={<Copy size={16} aria-hidden="true" />}
          disabled={!current}
          onClick={() => current && void copyToClipboard(current.public_url, 'URL')}
        >
          Copy
        </Button>
        <Button onClick={() => setChanging(true)}>Change</Button>
      </div>
      <Switch
        className="mt-5 border-t border-line pt-4"
        checked={settings.search_engine_visible}
        disabled={saving}
        onCheckedChange={(visible) =>
          void save(
            { search_engine_visible: visible },
            visible ? 'Search engines may list the page' : 'Search engines are asked not to list the page',
          )
        }
      >
        <span className="block font-medium">Let search engines list it</span>
        <span className="mt-0.5 block text-sm text-ink-faint">
          Switched off, the page stays reachable by its address, and search engines are asked not to list it.
        </span>
      </Switch>
      <Switch
        className="mt-4 border-t border-line pt-4"
        checked={settings.mcp_enabled}
        disabled={saving}
        onCheckedChange={(enabled) =>
          void save(
            { mcp_enabled: enabled },
            enabled ? 'Assistants may use the page' : 'Assistants may no longer use the page',
          )
        }
      >
        <span className="block font-medium">Let assistants use it</span>
        <span className="mt-0.5 block text-sm text-ink-faint">
          Claude, ChatGPT and others can search and ask your published content over MCP.
        </span>
      </Switch>
      {changing && <ChangeSubdomainDialog subdomain={settings.subdomain} open={changing} onOpenChange={setChanging} />}
    </Card>
  )
}
