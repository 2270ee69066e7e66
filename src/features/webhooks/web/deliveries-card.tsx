import { useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatExactDateTime } from '../../../kernel/format.ts'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { DELIVERY_STATES, type Delivery, type DeliveryState, type Webhook } from '../contract.ts'
import { DeliveryBadge } from './delivery-badge.tsx'
import type { useWebhookActions } from './use-webhooks.ts'
import { lastAttemptText, STATE_LABELS } from './webhook-words.ts'

const DeliveryDialog = lazy(() => import('./delivery-dialog.tsx'))

const PAGE_SIZE = 20
const FILTERS = [
  { value: 'all' as const, label: 'All deliveries' },
  ...DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
]

interface DeliveriesCardProps {
  webhook: Webhook
  actions: ReturnType<typeof useWebhookActions>
}

/** The log of an endpoint, newest first. */
export function DeliveriesCard({ webhook, actions }: DeliveriesCardProps) {
  const [state, setState] = useState<DeliveryState | 'all'>('all')
  const [open, setOpen] = useState<string>()
  const query = useInfiniteQuery(
    api.webhooks.deliveries.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: webhook.id,
        limit: PAGE_SIZE,
        cursor,
        ...(state !== 'all' && { state }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      refetchOnMount: 'always',
    }),
  )
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card
      title="Deliveries"
      description="Of the last 30 days, the newest first."
      padded={false}
      className="overflow-hidden"
      actions={<Select size="sm" label="Deliveries shown" value={state} onValueChange={setState} options={FILTERS} />}
    >
      <div className="mt-3 border-t border-line">
        {query.isError && items.length === 0 ? (
          <QueryError title="The deliveries could not be loaded" query={query} />
        ) : query.isPending ? (
          <SkeletonRows rows={4} />
        ) : items.length === 0 ? (
          <EmptyState
            title={state === 'all' ? 'No deliveries yet' : 'No deliveries here'}
            icon={Send}
            message={state === 'all' ? 'Send a test event to try the endpoint.' : undefined}
          />
        ) : (
          <ul aria-label="Deliveries" aria-busy={query.isFetching}>
            {items.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => setOpen(delivery.id)} />
            ))}
          </ul>
        )}
      </div>
      {query.hasNextPage && (
        <div className="flex justify-center border-t border-line py-3">
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      <Suspense>
        {open && (
          <DeliveryDialog webhook={webhook} deliveryId={open} actions={actions} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </Card>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { type, created_at: at, attempts } = delivery
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-5 py-3 last:border-b-0 focus-within:bg-hover hover:bg-hover">
      <div className="min-w-0 flex-1 basis-full sm:basis-72">
        <button
          type="button"
          className="rounded-xs text-left font-mono text-sm font-medium after:absolute after:inset-0"
          onClick={onOpen}
        >
          {type}
        </button>
        <p className="mt-0.5 text-sm [overflow-wrap:anywhere] text-ink-soft">
          {lastAttemptText(delivery)}
          {attempts > 1 && ` · ${plural(attempts, 'attempt')}`}
        </p>
      </div>
      <time dateTime={at} className="text-sm whitespace-nowrap text-ink-soft">
        {formatExactDateTime(at)}
      </time>
      <DeliveryBadge state={delivery.state} />
    </li>
  )
}
