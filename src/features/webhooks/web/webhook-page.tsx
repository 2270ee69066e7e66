import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronDown, KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatDate, formatDateTime } from '../../../kernel/format.ts'
import { api, client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { MissingDetails } from '../../../web/ui/missing-details.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { SECRET_OVERLAP_HOURS, type Webhook } from '../contract.ts'
import { DeliveriesCard } from './deliveries-card.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useLiveWebhooks, useWebhookActions } from './use-webhooks.ts'
import { WebhookBadge } from './webhook-badge.tsx'
import { EVENT_GROUPS, endpointProblem, WEBHOOKS_PATH } from './webhook-words.ts'

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'))

/** /dashboard/integrations/webhooks/{id}: one endpoint and its deliveries. */
export function Component() {
  const { webhookId = '' } = useParams()
  useLiveWebhooks()
  const query = useQuery(
    api.webhooks.get.queryOptions({ input: { id: webhookId }, refetchOnMount: 'always', retry: false }),
  )
  const isGone =
    query.error instanceof ApiError && ['not_found', 'invalid', 'forbidden'].includes(query.error.kind ?? '')
  if (query.data && !isGone) return <Endpoint key={query.data.id} webhook={query.data} />
  return (
    <MissingDetails
      query={query}
      title="Webhook endpoint"
      back={<BackToWebhooks />}
      gone={
        isGone
          ? {
              title: 'This webhook endpoint does not exist',
              message: 'It was deleted, or you do not have access to it.',
            }
          : null
      }
      failed="This webhook endpoint could not be loaded"
    />
  )
}

const BackToWebhooks = () => (
  <ButtonLink to={WEBHOOKS_PATH} icon={<ArrowLeft size={16} />}>
    All webhooks
  </ButtonLink>
)

function Endpoint({ webhook }: { webhook: Webhook }) {
  const actions = useWebhookActions(webhook.id)
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'edit' | 'delete' | 'rotate' | null>(null)
  const [secret, setSecret] = useState<string>()
  const close = () => setAsking(null)
  const trouble = endpointProblem(webhook)
  const rotate = async () => {
    try {
      setSecret((await client.webhooks.rotateSecret({ id: webhook.id })).secret)
    } catch (error) {
      toastError(messageOf(error, 'Failed to replace the secret'))
      throw error
    }
    await actions.refresh()
  }
  return (
    <Page>
      <PageHeader
        title={webhook.description || 'Webhook endpoint'}
        subtitle={
          <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-md">
            <WebhookBadge webhook={webhook} />
            <span className="[overflow-wrap:anywhere]">{webhook.url}</span>
          </span>
        }
        actions={
          <>
            <Menu
              trigger={
                <Button>
                  More
                  <ChevronDown size={15} aria-hidden="true" />
                </Button>
              }
            >
              <MenuItem icon={<Pencil size={15} />} onSelect={() => setAsking('edit')}>
                Edit
              </MenuItem>
              <MenuItem icon={<KeyRound size={15} />} onSelect={() => setAsking('rotate')}>
                Replace secret
              </MenuItem>
              {!webhook.paused_at && (
                <MenuItem icon={<Pause size={15} />} onSelect={actions.pause}>
                  Pause
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem destructive icon={<Trash2 size={15} />} onSelect={() => setAsking('delete')}>
                Delete
              </MenuItem>
            </Menu>
            {webhook.paused_at ? (
              <Button variant="primary" icon={<Play size={15} />} disabled={actions.busy} onClick={actions.resume}>
                Resume
              </Button>
            ) : (
              <Button variant="primary" icon={<Send size={15} />} disabled={actions.busy} onClick={actions.test}>
                Send test event
              </Button>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-5">
        {trouble && (
          <div
            role="status"
            className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-warn-soft px-4 py-3 text-md text-warn"
          >
            <p>{trouble}</p>
            {!webhook.paused_at && (
              <Button size="sm" disabled={actions.busy} onClick={actions.resume}>
                Try now
              </Button>
            )}
          </div>
        )}
        <DeliveriesCard webhook={webhook} actions={actions} />
        <Details webhook={webhook} />
      </div>
      <Suspense>
        {asking === 'edit' && (
          <WebhookDialog
            webhook={webhook}
            onClose={close}
            onSaved={() => {
              close()
              void actions.refresh()
            }}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={asking === 'rotate'}
        onOpenChange={close}
        title="Replace the signing secret?"
        description={`You get a new secret. For ${SECRET_OVERLAP_HOURS} hours events are signed with both, so that you have time to change your program.`}
        confirmLabel="Replace secret"
        onConfirm={rotate}
      />
      <ConfirmDialog
        open={asking === 'delete'}
        onOpenChange={close}
        title="Delete this webhook endpoint?"
        description="Nothing is sent to it any more. Waiting events and past deliveries are deleted. This action cannot be undone."
        confirmLabel="Delete"
        destructive
        onConfirm={async () => {
          await actions.remove()
          await navigate(WEBHOOKS_PATH, { replace: true })
        }}
      />
      {secret && (
        <SecretDialog
          secret={secret}
          note={` Events are also signed with the former secret for ${SECRET_OVERLAP_HOURS} hours.`}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}

const EVENT_LABELS = new Map(
  EVENT_GROUPS.flatMap(({ events }) => events.map(({ value, label }) => [value, label] as const)),
)

/** Settings of an endpoint. */
function Details({ webhook }: { webhook: Webhook }) {
  const { events, header_names: names, former_secret_until: until, created_by: by, created_at: at } = webhook
  return (
    <Card title="Settings" className="@container">
      <dl className="grid gap-x-6 gap-y-1 text-md @max-3xl:[&_dd]:mb-2.5 @3xl:grid-cols-[10rem_1fr] @3xl:gap-y-3">
        <dt className="text-ink-soft">Events</dt>
        <dd>
          <ul className="grid gap-x-6 gap-y-1 @lg:grid-cols-2">
            {events.map((event) => (
              <li key={event}>{EVENT_LABELS.get(event)}</li>
            ))}
          </ul>
        </dd>
        {names.length > 0 && (
          <>
            <dt className="text-ink-soft">Custom headers</dt>
            <dd className="[overflow-wrap:anywhere]">{names.join(', ')}</dd>
          </>
        )}
        {until && (
          <>
            <dt className="text-ink-soft">Former secret</dt>
            <dd>{`Also used until ${formatDateTime(until)}`}</dd>
          </>
        )}
        <dt className="text-ink-soft">Added</dt>
        <dd>{`${formatDate(at)}${by ? ` by ${by}` : ''}`}</dd>
      </dl>
    </Card>
  )
}
