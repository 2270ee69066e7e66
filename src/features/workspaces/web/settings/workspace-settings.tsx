import { type ReactNode, Suspense } from 'react'
import { useTabAddress } from '../../../../web/list/use-tab-address.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { Tabs } from '../../../../web/ui/tabs.tsx'
import { useOnceTrue } from '../../../../web/ui/use-once-true.ts'
import type { WorkspaceSettings as Settings } from '../../contract.ts'
import { ApiKeysCard } from '../api-keys/api-keys-card.tsx'
import { ConnectionsCard } from '../api-keys/connections-card.tsx'
import { AuditCard } from '../audit/audit-card.tsx'
import { AnswersCard } from './answers-card.tsx'
import { DeleteWorkspaceCard } from './delete-workspace-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { OriginsCard } from './origins-card.tsx'
import { PublicPageCard } from './public-page-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SmallTalkCard } from './small-talk-card.tsx'
import { useSettings } from './use-settings.ts'

/** Cards of features that come after this one. */
export interface SettingsCards {
  answering: (settings: Settings) => ReactNode
  domain: ReactNode
  /** Beside the API keys. */
  api: ReactNode
  visitors: (settings: Settings) => ReactNode
}

const TABS = [
  { value: 'general', label: 'General' },
  { value: 'answers', label: 'Answers' },
  { value: 'visitors', label: 'Visitors' },
  { value: 'security', label: 'Security' },
  { value: 'api', label: 'API and webhooks' },
] as const
/** The workspace settings; the tab is in the address (`?tab=answers`). */
export default function WorkspaceSettings({ answering, domain, visitors, api }: SettingsCards) {
  const [tab, chooseTab] = useTabAddress(TABS)
  const settings = useSettings()
  if (!settings.data)
    return (
      <Tabs label="Workspace settings" tabs={TABS} value={tab} onValueChange={chooseTab}>
        <Card padded={false} className="mt-6">
          {settings.isError ? (
            <QueryError title="The settings could not be loaded" query={settings} />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </Card>
      </Tabs>
    )
  return (
    <Tabs label="Workspace settings" tabs={TABS} value={tab} onValueChange={chooseTab}>
      <Panel active={tab === 'general'}>
        <GeneralCard settings={settings.data} />
        <PublicPageCard settings={settings.data} />
        {domain}
        <DeleteWorkspaceCard />
      </Panel>
      <Panel active={tab === 'answers'}>
        <AnswersCard settings={settings.data} />
        {answering(settings.data)}
        <SmallTalkCard settings={settings.data} />
      </Panel>
      <Panel active={tab === 'visitors'}>
        <OriginsCard />
        {visitors(settings.data)}
      </Panel>
      <Panel active={tab === 'security'}>
        <SecondFactorCard settings={settings.data} />
        <AuditCard />
      </Panel>
      <Panel active={tab === 'api'}>
        <ApiKeysCard />
        <ConnectionsCard />
        {api}
      </Panel>
    </Tabs>
  )
}

/** Loaded when its tab is first chosen; stays, so that nothing typed in it is lost on another tab. */
function Panel({ active, children }: { active: boolean; children: ReactNode }) {
  const wanted = useOnceTrue(active)
  return (
    <div hidden={!active} className="space-y-5 pt-6">
      <Suspense fallback={<SkeletonRows rows={6} />}>{wanted && children}</Suspense>
    </div>
  )
}
