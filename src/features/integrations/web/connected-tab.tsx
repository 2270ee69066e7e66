import { Plug } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { INTEGRATIONS_PATH, type Integration, type ProviderInfo } from '../contract.ts'
import { IntegrationCard } from './integration-card.tsx'
import { useConnect, useSync } from './use-integrations.ts'

const DisconnectDialog = lazy(() => import('./disconnect-dialog.tsx'))
const ChooseDialog = lazy(() => import('./choose-dialog.tsx'))
const TokenDialog = lazy(() => import('./token-dialog.tsx'))

/** `turn` counts the openings: a dialog begins with what is stored then. */
interface Opened {
  what: 'disconnect' | 'choose' | 'token'
  integration: Integration
  open: boolean
  turn: number
}

/** Connected integrations with their import progress and actions. */
export function ConnectedTab({ items, providers }: { items: Integration[]; providers: ProviderInfo[] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const connect = useConnect()
  const sync = useSync()
  const show = (what: Opened['what'], integration: Integration) =>
    setOpened({ what, integration, open: true, turn: (opened?.turn ?? 0) + 1 })
  const reconnect = (integration: Integration) => {
    const provider = providers.find(({ type }) => type === integration.type)
    if (provider?.oauth) connect.mutate(integration.type)
    else show('token', integration)
  }
  if (items.length === 0)
    return (
      <Card padded={false}>
        <EmptyState
          title="No connected integrations yet."
          icon={Plug}
          action={<ButtonLink to={`${INTEGRATIONS_PATH}?tab=available`}>See what is available</ButtonLink>}
        />
      </Card>
    )
  const dialog = opened && {
    key: opened.turn,
    integration: opened.integration,
    open: opened.open,
    onOpenChange: (open: boolean) => setOpened({ ...opened, open }),
  }
  return (
    <>
      <ul className="flex flex-col gap-4">
        {items.map((integration) => (
          <IntegrationCard
            key={integration.id}
            integration={integration}
            syncing={sync.isPending}
            connecting={connect.isPending}
            onSync={() => sync.mutate(integration)}
            onChoose={() => show('choose', integration)}
            onReconnect={() => reconnect(integration)}
            onDisconnect={() => show('disconnect', integration)}
          />
        ))}
      </ul>
      <Suspense>
        {opened?.what === 'disconnect' && dialog && <DisconnectDialog {...dialog} />}
        {opened?.what === 'choose' && dialog && <ChooseDialog {...dialog} />}
        {opened?.what === 'token' && dialog && <TokenDialog {...dialog} type={opened.integration.type} />}
      </Suspense>
    </>
  )
}
