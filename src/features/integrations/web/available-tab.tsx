import { CircleFadingPlus, KeyRound, Plug } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { describeService, type ServiceKind } from '../../knowledge/contract.ts'
import { iconOfKind } from '../../knowledge/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Integration, ProviderInfo } from '../contract.ts'
import { useConnect } from './use-integrations.ts'

const TokenDialog = lazy(() => import('./token-dialog.tsx'))

/** Available integrations, with the setup that the operator must do first. */
export function AvailableTab({ items, providers }: { items: Integration[]; providers: ProviderInfo[] }) {
  const connect = useConnect()
  const [token, setToken] = useState<{ type: ServiceKind; open: boolean } | null>(null)
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {providers.map((provider) => (
          <ProviderCard
            key={provider.type}
            provider={provider}
            integration={items.find(({ type }) => type === provider.type)}
            connecting={connect.isPending && connect.variables === provider.type}
            onConnect={() => connect.mutate(provider.type)}
            onToken={() => setToken({ type: provider.type, open: true })}
          />
        ))}
        <li className="flex flex-col items-start rounded-lg border border-dashed border-line-strong px-4 py-4 sm:px-5">
          <CircleFadingPlus size={20} strokeWidth={1.7} aria-hidden="true" className="text-ink-faint" />
          <h2 className="mt-3 text-base font-semibold text-ink">More Platforms</h2>
          <p className="mt-0.5 text-md text-ink-soft">Additional integrations coming soon</p>
        </li>
      </ul>
      <Suspense>
        {token && (
          <TokenDialog type={token.type} open={token.open} onOpenChange={(open) => setToken({ ...token, open })} />
        )}
      </Suspense>
    </>
  )
}

interface ProviderCardProps {
  provider: ProviderInfo
  integration: Integration | undefined
  connecting: boolean
  onConnect: () => void
  onToken: () => void
}

function ProviderCard({ provider, integration, connecting, onConnect, onToken }: ProviderCardProps) {
  const { can } = useWorkspace()
  const name = describeService(provider.type).name
  const { description } = describeService(provider.type)
  const Icon = iconOfKind(provider.type)
  const isConnected = integration?.is_active === true
  const mayConnect = can('integration.connect') && !isConnected
  return (
    <li className="flex flex-col items-start rounded-lg border border-line bg-surface px-4 py-4 sm:px-5">
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="text-accent-ink" />
      <div className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="text-base font-semibold text-ink">{name}</h2>
        {integration && <StatusBadge status={isConnected ? 'active' : 'inactive'} />}
      </div>
      <p className="mt-0.5 text-md text-ink-soft">{description}</p>
      {mayConnect && !provider.oauth && <NotSetUp provider={provider} />}
      {!isConnected && !can('integration.connect') && (
        <p className="mt-3 text-sm text-ink-soft">An owner of this workspace can connect it.</p>
      )}
      {mayConnect && (provider.oauth || provider.token) && (
        <div className="mt-auto flex flex-wrap gap-2 pt-4">
          {provider.oauth && (
            <Button variant="primary" icon={<Plug size={16} />} loading={connecting} onClick={onConnect}>
              {`Connect ${name}`}
            </Button>
          )}
          {provider.token && (
            <Button variant={provider.oauth ? 'ghost' : 'primary'} icon={<KeyRound size={16} />} onClick={onToken}>
              {provider.oauth ? 'Use a token' : `Connect ${name} with a token`}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Variables that the operator must set to enable sign-in at the provider. */
function NotSetUp({ provider: { type, missing } }: { provider: ProviderInfo }) {
  return (
    <p className="mt-3 text-sm text-ink-soft">
      {`Sign-in with ${describeService(type).name} is not set up on this server. Its operator must set `}
      {missing.map((variable, index) => (
        <span key={variable}>
          {index > 0 && (index === missing.length - 1 ? ' and ' : ', ')}
          <code className="text-xs break-all text-ink">{variable}</code>
        </span>
      ))}
      .
    </p>
  )
}
