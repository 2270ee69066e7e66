import type { EventBus } from '../../../platform/events/index.ts'
import type { JobDefinition } from '../../../platform/jobs/index.ts'
import { createSealedTexts } from '../../../platform/sealed-texts/index.ts'
import type { WebhookQueue } from './record-events.ts'
import type { WebhookServices } from './services.ts'
import { createWebhookJobs } from './webhooks.job.ts'

export interface Webhooks {
  services: WebhookServices
  queue: WebhookQueue
  jobs: JobDefinition[]
  follow(events: EventBus): void
}

export function createWebhooks(
  webhookOptions: Omit<WebhookServices, 'sealed'> & { secretKeys: readonly string[] },
): Webhooks {
  const { secretKeys, ...rest } = webhookOptions
  const services = { ...rest, sealed: createSealedTexts(secretKeys) }
  return { services, ...createWebhookJobs(services) }
}
