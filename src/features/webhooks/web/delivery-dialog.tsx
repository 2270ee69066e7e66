import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatExactDateTime, formatNumber } from '../../../kernel/format.ts'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import type { DeliveryAttempt, DeliveryDetails, Webhook } from '../contract.ts'
import { DeliveryBadge } from './delivery-badge.tsx'
import type { useWebhookActions } from './use-webhooks.ts'

interface DeliveryDialogProps {
  webhook: Webhook
  deliveryId: string
  actions: ReturnType<typeof useWebhookActions>
  onClose: () => void
}

/** One delivery: what was sent, and how each attempt ended. */
export default function DeliveryDialog({ webhook, deliveryId, actions, onClose }: DeliveryDialogProps) {
  const query = useQuery(
    api.webhooks.deliveries.get.queryOptions({ input: { id: webhook.id, delivery_id: deliveryId }, retry: false }),
  )
  const { data: delivery } = query
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={delivery?.type ?? 'Delivery'}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            icon={<Send size={15} />}
            disabled={!delivery || delivery.state === 'waiting' || actions.busy}
            onClick={() => {
              actions.sendAgain(deliveryId)
              onClose()
            }}
          >
            Send again
          </Button>
        </>
      }
    >
      {delivery ? (
        <Delivered delivery={delivery} isPaused={webhook.paused_at !== null} />
      ) : query.isError ? (
        <QueryError title="The delivery could not be loaded" query={query} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  )
}

const indented = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2)

function Delivered({ delivery, isPaused }: { delivery: DeliveryDetails; isPaused: boolean }) {
  const { state, next_attempt_at: next, event_id: eventId, log, payload } = delivery
  return (
    <div className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-md">
        <DeliveryBadge state={state} />
        {isPaused && state === 'waiting' && <span>It is sent when the endpoint is resumed.</span>}
        {!isPaused && next && <span>{`Next attempt ${nextAttempt(next)}`}</span>}
        <span className="text-sm text-ink-soft">
          webhook-id <code className="font-mono [overflow-wrap:anywhere]">{eventId}</code>
        </span>
      </p>
      <section>
        <h3 className="mb-1.5 text-sm font-medium">Attempts</h3>
        {log.length === 0 ? (
          <p className="text-md text-ink-soft">Not sent yet.</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {log.map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
          </ol>
        )}
      </section>
      <section>
        <h3 className="mb-1.5 text-sm font-medium">Payload</h3>
        <Code>{indented(payload)}</Code>
      </section>
    </div>
  )
}

const nextAttempt = (at: string): string =>
  new Date(at) > new Date() ? formatDistanceToNow(new Date(at), { addSuffix: true }) : 'in a moment'

function Attempt({ attempt: { at, duration, status, body, error } }: { attempt: DeliveryAttempt }) {
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <li className="text-md">
      <p className="flex flex-wrap gap-x-3">
        <time dateTime={at} className="text-ink-soft">
          {formatExactDateTime(at)}
        </time>
        <span className={isGood ? 'font-medium' : 'font-medium text-bad'}>{error ?? `Status ${status}`}</span>
        <span className="text-ink-soft">{`${formatNumber(duration)} ms`}</span>
      </p>
      {body && (
        <div className="mt-1.5">
          <Code>{body}</Code>
        </div>
      )}
    </li>
  )
}

/** Text as it was sent; the dialog scrolls, not the text. */
const Code = ({ children }: { children: ReactNode }) => (
  <pre className="rounded-md bg-sunken px-3 py-2.5 font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">
    {children}
  </pre>
)
