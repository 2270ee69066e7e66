import { randomBytes } from 'node:crypto'
import type { WebhookServices } from './services.ts'
import type { webhookEndpoints } from './webhooks.table.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect
type Owner = Pick<EndpointRow, 'workspaceId' | 'id'>
type Sealing = Pick<WebhookServices, 'sealed'>

const SECRET_BYTES = 32

/** A secret in the form of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/** Context of the sealing: what was copied to another row cannot be opened. */
const contextOf = ({ workspaceId, id }: Owner): string => `webhook ${workspaceId} ${id}`

export const seal = ({ sealed }: Sealing, owner: Owner, text: string): string => sealed.seal(text, contextOf(owner))

const open = ({ sealed }: Sealing, owner: Owner, text: string | null): string | null =>
  text === null ? null : sealed.unseal(text, contextOf(owner))

/** The secrets that sign at this time, the current one first. Empty where no key of this instance opens them. */
export function secretsAt(services: Sealing, row: EndpointRow, now: Date): string[] {
  const isOverlapping = row.formerSecretUntil !== null && row.formerSecretUntil > now
  const opened = [open(services, row, row.secret), isOverlapping ? open(services, row, row.formerSecret) : null]
  return opened.filter((secret) => secret !== null)
}

export const headersOf = (services: Sealing, row: EndpointRow): Record<string, string> =>
  JSON.parse(open(services, row, row.headers) ?? '{}') as Record<string, string>

export const sealHeaders = (services: Sealing, owner: Owner, headers: Record<string, string>): string | null =>
  Object.keys(headers).length === 0 ? null : seal(services, owner, JSON.stringify(headers))

/** Everything sealed in the row, encrypted with the current key; null where no key opens it. */
export function renewRow(
  services: Sealing,
  row: EndpointRow,
): Pick<EndpointRow, 'secret' | 'formerSecret' | 'headers'> | null {
  const secret = open(services, row, row.secret)
  if (secret === null) return null
  const renewed = (text: string | null) => {
    const opened = open(services, row, text)
    return opened === null ? null : seal(services, row, opened)
  }
  return { secret: seal(services, row, secret), formerSecret: renewed(row.formerSecret), headers: renewed(row.headers) }
}
