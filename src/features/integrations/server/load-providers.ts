import type { GoogleConfig, NotionConfig } from '../../../platform/config/index.ts'
import { describeService, SERVICE_KINDS, type ServiceDescription, type ServiceKind } from '../../knowledge/contract.ts'
import type { Provider } from './provider.ts'

export interface ProvidersConfig {
  notion: NotionConfig
  google: GoogleConfig | null
}

/** Exports of the file `provider.ts` in the folder of a service kind. */
interface ProviderModule {
  createProvider(config: ProvidersConfig): Provider
}

/** A provider with its entry in the registry of source kinds. */
export type RegisteredProvider = Provider & Pick<ServiceDescription, 'name' | 'mustChoose'> & { type: ServiceKind }

/** Loads the provider of every service in the registry of source kinds. */
export async function loadProviders(
  providersConfig: ProvidersConfig,
): Promise<ReadonlyMap<ServiceKind, RegisteredProvider>> {
  const pendingProviders = SERVICE_KINDS.map(async (serviceKind) => {
    const { createProvider }: ProviderModule = await import(`./${serviceKind}/provider.ts`)
    const { name, mustChoose } = describeService(serviceKind)
    return [serviceKind, { ...createProvider(providersConfig), type: serviceKind, name, mustChoose }] as const
  })
  return new Map(await Promise.all(pendingProviders))
}
