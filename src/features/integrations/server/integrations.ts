import type { GoogleConfig, NotionConfig } from '../../../platform/config/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { JobDefinition, Jobs } from '../../../platform/jobs/index.ts'
import { createSealedTexts } from '../../../platform/sealed-texts/index.ts'
import { operatorContext } from '../../workspaces/server/index.ts'
import { driveProvider } from './google-drive/drive-provider.ts'
import { notionProvider } from './notion/notion-provider.ts'
import type { Provider } from './provider.ts'
import type { IntegrationServices } from './services.ts'
import { startSync } from './start-sync.ts'
import { syncJob, tendIntegrationsJob } from './sync.job.ts'

export interface IntegrationsOptions extends Pick<IntegrationServices, 'workspaces' | 'readers' | 'log'> {
  config: {
    appUrl: URL
    secretKeys: readonly string[]
    notion: NotionConfig
    google: GoogleConfig | null
  }
  /** The queue, once it has been started. */
  jobs: () => Jobs
}

export interface Integrations {
  services: IntegrationServices
  jobs: JobDefinition[]
  /** Follows who wants an item read again, from now on. */
  follow(events: Events): void
}

/** Google Drive takes the client that people sign in with, where that is Google's. */
const driveOptions = (google: GoogleConfig | null) => ({
  client: google?.drive ? { id: google.clientId, secret: google.clientSecret } : null,
  missing: google ? ['GOOGLE_DRIVE'] : ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  apiUrl: google?.apiUrl ?? null,
})

/** Puts together the services that can be connected, and what imports from them. */
export function createIntegrations({ config, jobs: queue, ...o }: IntegrationsOptions): Integrations {
  const providers: Provider[] = [notionProvider(config.notion), driveProvider(driveOptions(config.google))]
  const services: IntegrationServices = {
    ...o,
    appUrl: config.appUrl,
    sealed: createSealedTexts(config.secretKeys),
    providers: new Map(providers.map((provider) => [provider.type, provider])),
    queueSync: (transaction, integration) =>
      queue().send(transaction, sync, integration, { singletonKey: integration.integration_id }),
    withdraw: (ids) => queue().withdraw(sync, ids),
  }
  const sync = syncJob(services)
  return {
    services,
    jobs: [sync, tendIntegrationsJob(services)],
    follow: (events) => {
      events.within('item.wanted', async (transaction, { workspace_id: id, integration_id }) => {
        await startSync(services, operatorContext(o.workspaces, transaction, id), integration_id)
      })
    },
  }
}
