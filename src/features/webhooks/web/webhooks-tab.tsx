import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { LinkedRow, LinkedRows } from '../../../web/list/linked-rows.tsx'
import { QueryList } from '../../../web/list/query-list.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { ENDPOINTS_MAX, type Webhook } from '../contract.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookBadge } from './webhook-badge.tsx'
import { endpointProblem, webhookAddress } from './webhook-words.ts'

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'))

/** Addresses of other programs that get the workspace's events. */
export function WebhooksTab() {
  const query = useWebhooks()
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const isFull = (query.data?.items.length ?? 0) >= ENDPOINTS_MAX
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden="true" />}
      disabled={isFull}
      onClick={() => setAdding(true)}
    >
      Add endpoint
    </Button>
  )
  return (
    <>
      <Card
        title="Webhook endpoints"
        description={
          <>
            Programs that get an event when something happens.{' '}
            <a href="/docs/webhooks" className="font-medium text-link underline-offset-2 hover:underline">
              How to receive them
            </a>
          </>
        }
        padded={false}
        actions={query.data && query.data.items.length > 0 && add}
        className="overflow-hidden"
      >
        <div className="mt-3 border-t border-line">
          <QueryList
            query={query}
            failed="The webhook endpoints could not be loaded"
            rows={3}
            empty={{
              title: 'No webhook endpoints yet',
              icon: WebhookIcon,
              message: 'Add the address of a program, of n8n or of Zapier that should receive events.',
              action: add,
            }}
          >
            {(webhooks) => (
              <LinkedRows label="Webhook endpoints" outdated={false}>
                {webhooks.map((webhook) => (
                  <LinkedRow
                    key={webhook.id}
                    to={webhookAddress(webhook.id)}
                    title={webhook.description || webhook.url}
                    about={<About webhook={webhook} />}
                  >
                    <WebhookBadge webhook={webhook} />
                  </LinkedRow>
                ))}
              </LinkedRows>
            )}
          </QueryList>
        </div>
      </Card>
      {isFull && <p className="mt-3 text-sm text-ink-soft">{`A workspace has at most ${ENDPOINTS_MAX} endpoints.`}</p>}
      <Suspense>
        {adding && (
          <WebhookDialog
            onClose={() => setAdding(false)}
            onSaved={(saved) => {
              setAdding(false)
              setSecret(saved.secret)
              void query.refetch()
            }}
          />
        )}
      </Suspense>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

function About({ webhook }: { webhook: Webhook }) {
  const trouble = endpointProblem(webhook)
  return (
    <div className="mt-0.5 text-sm [overflow-wrap:anywhere] text-ink-soft">
      <p>
        {webhook.description && `${webhook.url} · `}
        {plural(webhook.events.length, 'event')}
      </p>
      {trouble && <p className={webhook.paused_at ? undefined : 'text-bad'}>{trouble}</p>}
    </div>
  )
}
