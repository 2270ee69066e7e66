import { useMutation } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { ListChecks, Plug, RefreshCw, Unplug } from 'lucide-react'
import { formatNumber } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { describeService, type SyncInterval } from '../../knowledge/contract.ts'
import { iconOfKind, SYNC_OPTIONS } from '../../knowledge/web/index.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import type { Integration, IntegrationRun } from '../contract.ts'

interface IntegrationCardProps {
  integration: Integration
  syncing: boolean
  connecting: boolean
  onSync: () => void
  onChoose: () => void
  onReconnect: () => void
  onDisconnect: () => void
}

const isUnderWay = (run: IntegrationRun | null): run is IntegrationRun =>
  run?.state === 'queued' || run?.state === 'running'

/** One connected service: whose account, how much of it is imported, how far an import is or how it ended. */
export function IntegrationCard({ integration, ...o }: IntegrationCardProps) {
  const { can } = useWorkspace()
  const { type, is_active, reason, account_name, must_choose, run } = integration
  const name = describeService(type).name
  const { choose } = describeService(type)
  const Icon = iconOfKind(type)
  const underWay = isUnderWay(run)
  const trouble = is_active ? (run?.state === 'failed' ? run.reason : null) : reason
  return (
    <li className="rounded-lg border border-line bg-surface" aria-label={name}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4 px-4 py-4 sm:px-5">
        <div className="flex min-w-0 flex-1 basis-72 gap-3.5">
          <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-ink" />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="text-base font-semibold text-ink">{name}</span>
              <StatusBadge status={is_active ? 'active' : 'inactive'} />
            </p>
            {account_name && <p className="truncate text-md text-ink-soft">{account_name}</p>}
            {underWay ? (
              <Progress run={run} />
            ) : (
              <p className="mt-1 text-sm text-ink-soft tabular-nums">
                {must_choose ? 'Nothing is imported yet. Choose what to import.' : summary(integration)}
              </p>
            )}
            {!underWay && trouble && <p className="mt-1 text-sm text-bad">{trouble}</p>}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-1">
          {can('integration.connect') && !is_active && (
            <Button variant="primary" icon={<Plug size={16} />} loading={o.connecting} onClick={o.onReconnect}>
              Connect again
            </Button>
          )}
          {can('integration.connect') && is_active && (
            <Button
              variant={must_choose ? 'primary' : 'secondary'}
              icon={<ListChecks size={16} />}
              onClick={o.onChoose}
            >
              {choose}
            </Button>
          )}
          {can('integration.sync') && is_active && !must_choose && (
            <Button icon={<RefreshCw size={16} />} loading={o.syncing || underWay} onClick={o.onSync}>
              Sync
            </Button>
          )}
        </div>
      </div>
      {can('integration.connect') && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2.5 sm:px-5">
          <Schedule integration={integration} />
          <Button variant="danger-ghost" size="sm" icon={<Unplug size={15} />} onClick={o.onDisconnect}>
            Disconnect
          </Button>
        </div>
      )}
    </li>
  )
}

/** When it is imported again by itself. */
function Schedule({ integration: { id, type, sync_every, is_active } }: { integration: Integration }) {
  const change = useMutation({
    mutationFn: (every: SyncInterval) => client.integrations.update({ id, sync_every: every }),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.integrations.list.key() }),
  })
  return (
    <div className="flex items-center gap-2.5 text-sm text-ink-soft">
      <span aria-hidden="true">Syncs</span>
      <Select
        label={`How often ${describeService(type).name} syncs by itself`}
        size="sm"
        options={SYNC_OPTIONS}
        value={change.isPending ? change.variables : sync_every}
        disabled={!is_active}
        onValueChange={(every) => change.mutate(every)}
      />
    </div>
  )
}

function summary({ type, items, chosen, last_sync_at, next_sync_at }: Integration): string {
  const parts = [plural(items.ready, describeService(type).item)]
  if (items.failed > 0) parts.push(`${formatNumber(items.failed)} failed`)
  if (items.skipped > 0) parts.push(`${formatNumber(items.skipped)} skipped`)
  if (chosen) parts.push(`${plural(chosen.length, 'choice')} imported`)
  if (last_sync_at) parts.push(`synced ${formatDistanceToNow(new Date(last_sync_at))} ago`)
  if (next_sync_at) parts.push(`again in ${formatDistanceToNow(new Date(next_sync_at))}`)
  return parts.join(' · ')
}

function Progress({ run }: { run: IntegrationRun }) {
  const share = run.found > 0 ? run.done / run.found : 0
  return (
    <>
      <p role="status" className="mt-1 text-sm text-ink-soft tabular-nums">
        {run.found > 0 ? `${formatNumber(run.done)} of ${formatNumber(run.found)} imported` : 'Looking for content…'}
      </p>
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" className="mt-1.5 h-1 w-full rounded-full">
        <rect width="100" height="2" fill="var(--color-pressed)" />
        <rect width={share * 100} height="2" fill="var(--color-accent-edge)" />
      </svg>
    </>
  )
}
