import type { ReactNode } from 'react'
import { messageOf } from '../../../../web/api/api-error.ts'
import { ErrorState } from '../../../../web/ui/error-state.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import type { WorkspaceSettings as Settings } from '../../contract.ts'
import { ApiKeysCard } from '../api-keys/api-keys-card.tsx'
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
  content: ReactNode
  domain: ReactNode
  visitors: (settings: Settings) => ReactNode
}

/** The cards of the workspace settings. */
export default function WorkspaceSettings({ answering, content, domain, visitors }: SettingsCards) {
  const settings = useSettings()
  if (settings.isError && !settings.data)
    return <ErrorState message={messageOf(settings.error)} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <SkeletonRows rows={6} />
  return (
    <div className="flex flex-col gap-5">
      <GeneralCard settings={settings.data} />
      <AnswersCard settings={settings.data} />
      {answering(settings.data)}
      <SmallTalkCard settings={settings.data} />
      <PublicPageCard settings={settings.data} />
      {content}
      {domain}
      <OriginsCard />
      {visitors(settings.data)}
      <SecondFactorCard settings={settings.data} />
      <ApiKeysCard />
      <AuditCard />
      <DeleteWorkspaceCard />
    </div>
  )
}
