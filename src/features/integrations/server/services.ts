import type { Tx } from '../../../platform/db/index.ts'
import type { SealedTexts } from '../../../platform/sealed-texts/index.ts'
import type { ServiceKind } from '../../knowledge/contract.ts'
import type { FileReaders, ImageServices } from '../../knowledge/server/index.ts'
import type { WorkspaceServices } from '../../workspaces/server/index.ts'
import type { RegisteredProvider } from './load-providers.ts'

/** Services that integrations use. */
export interface IntegrationServices {
  workspaces: WorkspaceServices
  appUrl: URL
  sealed: SealedTexts
  providers: ReadonlyMap<ServiceKind, RegisteredProvider>
  /** Parsers for files, as for uploads. */
  readers: FileReaders
  /** Storage of the images of items. */
  images: ImageServices
  /** Queues a pass, within the transaction. */
  queueSync(transaction: Tx, integration: { workspace_id: string; integration_id: string }): Promise<void>
  /** Takes back what was queued for integrations that are gone. */
  withdraw(integrationIds: string[]): Promise<void>
  log(level: 'info' | 'warn' | 'error', message: string, fields?: object): void
}

export function providerOf(
  services: Pick<IntegrationServices, 'providers'>,
  serviceKind: ServiceKind,
): RegisteredProvider {
  const registeredProvider = services.providers.get(serviceKind)
  if (!registeredProvider) throw new Error(`The provider ${serviceKind} is not registered.`)
  return registeredProvider
}
