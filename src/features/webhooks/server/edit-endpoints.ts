import { eq } from 'drizzle-orm'
import { AppError, type FieldError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { lockNamed } from '../../../platform/db/index.ts'
import { isAllowedHost, isOutboundUrl } from '../../../platform/outbound/index.ts'
import { changesBetween, inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type CreateWebhook, ENDPOINTS_MAX, type UpdateWebhook, type Webhook } from '../contract.ts'
import { headerProblem } from '../domain/custom-headers.ts'
import { endpointChanged, lockSameEndpoint, ofEndpoint } from './endpoint-rows.ts'
import { type EndpointRow, headersOf, newSecret, seal, sealHeaders } from './endpoint-secrets.ts'
import type { WebhookServices } from './services.ts'
import { webhookEndpoints } from './webhooks.table.ts'

const refuse = (fields: FieldError[]): never => {
  throw new AppError('invalid', 'webhook.invalid', fields[0]?.message ?? 'This endpoint is not valid.', {
    details: { fields },
  })
}

/** Returns the URL as it is stored. @throws invalid `webhook.invalid` */
async function checkedUrl({ allowHosts }: Pick<WebhookServices, 'allowHosts'>, input: string): Promise<string> {
  const refuseUrl = (message: string) => refuse([{ path: 'url', message }])
  if (!URL.canParse(input)) return refuseUrl('Please enter a complete address, like https://example.com/hooks.')
  const url = new URL(input)
  url.hash = ''
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && (await isAllowedHost(url, allowHosts))))
    return refuseUrl('Please use an https address.')
  if (!(await isOutboundUrl(url, allowHosts)))
    return refuseUrl('This address cannot be reached from here. Use a public host without a port or password.')
  return url.href
}

/** Returns the values by name; a name without a value keeps the stored one. @throws invalid `webhook.invalid` */
function checkedHeaders(
  input: readonly { name: string; value?: string | undefined }[],
  stored: Record<string, string>,
): Record<string, string> {
  const problems: FieldError[] = []
  const headers = new Map<string, [string, string]>()
  const storedByName = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]))
  for (const [index, { name, value = storedByName.get(name.toLowerCase()) }] of input.entries()) {
    const report = (field: string, message: string) => problems.push({ path: `headers.${index}.${field}`, message })
    const problem = headerProblem(name, value ?? '')
    if (problem) report(problem.field, problem.message)
    else if (value === undefined) report('value', 'Please enter a value.')
    else if (headers.has(name.toLowerCase())) report('name', 'This header is listed twice.')
    else headers.set(name.toLowerCase(), [name, value])
  }
  if (problems.length > 0) refuse(problems)
  return Object.fromEntries(headers.values())
}

/** @throws invalid `webhook.invalid`; conflict `webhook.limit` */
export async function createEndpoint(
  services: WebhookServices,
  context: WorkspaceContext,
  input: CreateWebhook,
): Promise<Webhook & { secret: string }> {
  const url = await checkedUrl(services, input.url)
  const headers = checkedHeaders(input.headers, {})
  const secret = newSecret()
  return inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockNamed(tx, `webhooks:${workspaceId}`)
    if ((await tx.$count(webhookEndpoints, eq(webhookEndpoints.workspaceId, workspaceId))) >= ENDPOINTS_MAX)
      throw new AppError(
        'conflict',
        'webhook.limit',
        `A workspace has at most ${ENDPOINTS_MAX} webhook endpoints. Delete one first.`,
      )
    const owner = { workspaceId, id: newId() }
    await tx.insert(webhookEndpoints).values({
      ...owner,
      url,
      description: input.description,
      events: input.events,
      secret: seal(services, owner, secret),
      headers: sealHeaders(services, owner, headers),
      headerNames: Object.keys(headers),
      createdBy: transaction.actor?.name ?? null,
    })
    await recordAudit(transaction, { action: 'webhook.created', subject: url })
    return { ...(await endpointChanged(transaction, owner.id)), secret }
  })
}

const audited = ({ url, description, events, headerNames }: Partial<EndpointRow>) => ({
  address: url,
  description,
  events,
  headers: headerNames,
})

/** @throws not_found, precondition_failed; invalid `webhook.invalid` */
export async function updateEndpoint(
  services: WebhookServices,
  context: WorkspaceContext,
  { id, ...input }: UpdateWebhook & { id: string },
): Promise<Webhook> {
  const url = input.url === undefined ? undefined : await checkedUrl(services, input.url)
  return inTransaction(context, async (transaction) => {
    const before = await lockSameEndpoint(transaction, id)
    // Headers may hold credentials that were meant for the former host only.
    const isOtherHost = url !== undefined && new URL(url).origin !== new URL(before.url).origin
    const stored = isOtherHost ? {} : headersOf(services, before)
    const headers = input.headers || isOtherHost ? checkedHeaders(input.headers ?? [], stored) : null
    const after = {
      url: url ?? before.url,
      description: input.description ?? before.description,
      events: input.events ?? before.events,
      headerNames: headers ? Object.keys(headers) : before.headerNames,
    }
    await transaction.tx
      .update(webhookEndpoints)
      .set({ ...after, ...(headers ? { headers: sealHeaders(services, before, headers) } : {}) })
      .where(ofEndpoint(transaction, id))
    const changes = changesBetween(audited(before), audited(after))
    if (changes.length > 0 || input.headers)
      await recordAudit(transaction, {
        action: 'webhook.changed',
        subject: after.url,
        details: { changes: changes.length > 0 ? changes : [{ field: 'headers', from: '', to: '' }] },
      })
    return endpointChanged(transaction, id)
  })
}

/** Deletes the endpoint with everything that waits for it. @throws not_found, precondition_failed */
export const deleteEndpoint = (context: WorkspaceContext, id: string): Promise<{ deleted: true }> =>
  inTransaction(context, async (transaction) => {
    const { url } = await lockSameEndpoint(transaction, id)
    await endpointChanged(transaction, id)
    await transaction.tx.delete(webhookEndpoints).where(ofEndpoint(transaction, id))
    await recordAudit(transaction, { action: 'webhook.deleted', subject: url })
    return { deleted: true }
  })
