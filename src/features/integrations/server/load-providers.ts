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
export async function loadProviders(config: ProvidersConfig): Promise<ReadonlyMap<ServiceKind, RegisteredProvider>> {
  const loading = SERVICE_KINDS.map(async (type) => {
    const { createProvider }: ProviderModule = await import(`./${type}/provider.ts`)
    const { name, mustChoose } = describeService(type)
    return [type, { ...createProvider(config), type, name, mustChoose }] as const
  })
  return new Map(await Promise.all(loading))
}
