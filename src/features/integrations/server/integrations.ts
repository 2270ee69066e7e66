import type { EventBus } from '../../../platform/events/index.ts'
import type { JobDefinition, Jobs } from '../../../platform/jobs/index.ts'
import { createSealedTexts } from '../../../platform/sealed-texts/index.ts'
import { operatorContext } from '../../workspaces/server/index.ts'
import { loadProviders, type ProvidersConfig } from './load-providers.ts'
import type { IntegrationServices } from './services.ts'
import { startSync } from './start-sync.ts'
import { integrationMaintenanceJob, syncJob } from './sync.job.ts'

export interface IntegrationsOptions extends Pick<IntegrationServices, 'workspaces' | 'readers' | 'images' | 'log'> {
  config: ProvidersConfig & {
    appUrl: URL
    secretKeys: readonly string[]
  }
  /** The queue, once it has been started. */
  jobs: () => Jobs
}

export interface Integrations {
  services: IntegrationServices
  jobs: JobDefinition[]
  /** Follows who wants an item read again, from now on. */
  follow(events: EventBus): void
}

/** Puts together the services that can be connected, and what imports from them. */
export async function createIntegrations({ config, jobs: queue, ...o }: IntegrationsOptions): Promise<Integrations> {
  const services: IntegrationServices = {
    ...o,
    appUrl: config.appUrl,
    sealed: createSealedTexts(config.secretKeys),
    providers: await loadProviders(config),
    queueSync: (transaction, integration) =>
      queue().send(transaction, syncDefinition, integration, { singletonKey: integration.integration_id }),
    withdraw: (ids) => queue().withdraw(syncDefinition, ids),
  }
  const syncDefinition = syncJob(services)
  return {
    services,
    jobs: [syncDefinition, integrationMaintenanceJob(services)],
    follow: (events) => {
      events.within('item.wanted', async (transaction, { workspace_id: id, integration_id }) => {
        await startSync(services, operatorContext(o.workspaces, transaction, id), integration_id)
      })
    },
  }
}
