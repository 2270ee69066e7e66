import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../web/api/api.ts'
import { copyToClipboard } from '../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import type { WorkspaceStanding } from '../../workspaces/web/index.ts'
import { MCP_PATH } from '../contract.ts'
import { CLIENT_KINDS, type ClientKind, clientSetups } from '../domain/client-setup.ts'

const LINK = 'font-medium text-link underline underline-offset-2'

/** Instructions for adding the workspace to the assistants of visitors and of the team. */
export function AssistantsCard({ current }: { current: WorkspaceStanding | undefined }) {
  const { data: settings } = useQuery(api.workspaces.settings.get.queryOptions())
  return (
    <Card title="Assistants" description="Claude, ChatGPT and others search and ask your page over MCP.">
      {current && settings ? (
        <>
          {settings.mcp_enabled ? <Setup current={current} /> : <SwitchedOff role={current.workspace.role} />}
          <p className="mt-5 border-t border-line pt-4 text-md text-ink-soft">
            Your team’s assistants use <code className="font-mono text-sm">{window.location.origin + MCP_PATH}</code>:
            they close gaps, write drafts and run answer tests.{' '}
            <a href="/docs/mcp" className={LINK}>
              How it works
            </a>
          </p>
        </>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Card>
  )
}

function SwitchedOff({ role }: { role: WorkspaceStanding['workspace']['role'] }) {
  return (
    <p className="text-md text-ink-soft">
      Assistant access is switched off: assistants cannot use your page.{' '}
      {role === 'owner' && (
        <Link to="/settings" className={LINK}>
          Switch it on in the settings
        </Link>
      )}
    </p>
  )
}

function Setup({ current }: { current: WorkspaceStanding }) {
  const [kind, setKind] = useState<ClientKind>('claude')
  const setups = clientSetups(current.public_url + MCP_PATH, current.workspace.subdomain)
  const { steps, code } = setups[kind]
  const tabs = CLIENT_KINDS.map((value) => ({ value, label: setups[value].label }))
  return (
    <Tabs label="Assistant" value={kind} onValueChange={setKind} tabs={tabs}>
      <TabPanel value={kind} className="pt-3">
        <p className="text-md text-ink-soft">{steps}</p>
        <section aria-label="Configuration" className="mt-2.5 rounded-md border border-line bg-sunken px-3 py-2.5">
          <pre className="font-mono text-sm leading-relaxed break-all whitespace-pre-wrap">{code}</pre>
        </section>
        <Button
          className="mt-2.5"
          icon={<Copy size={15} aria-hidden="true" />}
          onClick={() => void copyToClipboard(code, 'Code')}
        >
          Copy
        </Button>
      </TabPanel>
    </Tabs>
  )
}
