import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../app/test-app.ts'

export interface WebhookIds {
  webhook: string
  delivery: string
}

/** An endpoint that nothing is sent to, since it is paused, and a delivery that failed. */
export async function webhookIds(app: TestApp, workspaceId: string): Promise<WebhookIds> {
  const ids = { webhook: newId(), delivery: newId() }
  await app.rows(
    `insert into webhook_endpoints (workspace_id, id, url, events, secret, paused_at, paused_by)
     values ('${workspaceId}', '${ids.webhook}', 'https://hooks.invalid/', '{faq.published}', 'sealed', now(), 'person')`,
  )
  await app.rows(
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, type, resource, payload, state)
     values ('${workspaceId}', '${ids.delivery}', '${ids.webhook}', '${newId()}', 'faq.published', 'faq:1', '{}', 'failed')`,
  )
  return ids
}
