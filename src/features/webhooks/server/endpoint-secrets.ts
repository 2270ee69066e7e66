import { randomBytes } from 'node:crypto'
import type { WebhookServices } from './services.ts'
import type { webhookEndpoints } from './webhooks.table.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect
type EndpointKey = Pick<EndpointRow, 'workspaceId' | 'id'>
type SealingServices = Pick<WebhookServices, 'sealed'>

const SECRET_BYTES = 32

/** A secret in the form of Standard Webhooks. */
export const createSigningSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Context of the sealing: what was copied to another row cannot be opened. */
const sealingContext = ({ workspaceId, id }: EndpointKey): string => `webhook ${workspaceId} ${id}`

export const sealText = ({ sealed }: SealingServices, endpointKey: EndpointKey, plainText: string): string =>
  sealed.seal(plainText, sealingContext(endpointKey))

const unsealText = ({ sealed }: SealingServices, endpointKey: EndpointKey, sealedText: string | null): string | null =>
  sealedText === null ? null : sealed.unseal(sealedText, sealingContext(endpointKey))

/** The secrets that sign at this time, the current one first. Empty where no key of this instance opens them. */
export function secretsAt(services: SealingServices, endpoint: EndpointRow, now: Date): string[] {
  const isOverlapping = endpoint.formerSecretUntil !== null && endpoint.formerSecretUntil > now
  const unsealedSecrets = [
    unsealText(services, endpoint, endpoint.secret),
    isOverlapping ? unsealText(services, endpoint, endpoint.formerSecret) : null,
  ]
  return unsealedSecrets.filter((secret) => secret !== null)
}

export const headersOf = (services: SealingServices, endpoint: EndpointRow): Record<string, string> =>
  JSON.parse(unsealText(services, endpoint, endpoint.headers) ?? '{}') as Record<string, string>

export const sealHeaders = (
  services: SealingServices,
  endpointKey: EndpointKey,
  headers: Record<string, string>,
): string | null =>
  Object.keys(headers).length === 0 ? null : sealText(services, endpointKey, JSON.stringify(headers))

/** Everything sealed in the row, encrypted with the current key; null where no key opens it. */
export function resealEndpoint(
  services: SealingServices,
  endpoint: EndpointRow,
): Pick<EndpointRow, 'secret' | 'formerSecret' | 'headers'> | null {
  const currentSecret = unsealText(services, endpoint, endpoint.secret)
  if (currentSecret === null) return null
  const resealText = (sealedText: string | null) => {
    const unsealedText = unsealText(services, endpoint, sealedText)
    return unsealedText === null ? null : sealText(services, endpoint, unsealedText)
  }
  return {
    secret: sealText(services, endpoint, currentSecret),
    formerSecret: resealText(endpoint.formerSecret),
    headers: resealText(endpoint.headers),
  }
}
