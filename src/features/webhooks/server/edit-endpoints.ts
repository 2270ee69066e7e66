import { eq } from 'drizzle-orm'
import { AppError, type FieldError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { lockNamed } from '../../../platform/db/index.ts'
import { isAllowedHost, isOutboundUrl } from '../../../platform/outbound/index.ts'
import { changesBetween, inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type CreateWebhook, ENDPOINTS_MAX, type UpdateWebhook, type Webhook } from '../contract.ts'
import { headerProblem } from '../domain/custom-headers.ts'
import { endpointChanged, lockSameEndpoint, ofEndpoint } from './endpoint-rows.ts'
import { createSigningSecret, type EndpointRow, headersOf, sealHeaders, sealText } from './endpoint-secrets.ts'
import type { WebhookServices } from './services.ts'
import { webhookEndpoints } from './webhooks.table.ts'

const refuseFields = (fields: FieldError[]): never => {
  throw new AppError('invalid', 'webhook.invalid', fields[0]?.message ?? 'This endpoint is not valid.', {
    details: { fields },
  })
}

/** Returns the URL as it is stored. @throws invalid `webhook.invalid` */
async function checkedUrl({ allowHosts }: Pick<WebhookServices, 'allowHosts'>, addressText: string): Promise<string> {
  const refuseUrl = (message: string) => refuseFields([{ path: 'url', message }])
  if (!URL.canParse(addressText)) return refuseUrl('Please enter a complete address, like https://example.com/hooks.')
  const endpointUrl = new URL(addressText)
  endpointUrl.hash = ''
  if (
    endpointUrl.protocol !== 'https:' &&
    !(endpointUrl.protocol === 'http:' && (await isAllowedHost(endpointUrl, allowHosts)))
  )
    return refuseUrl('Please use an https address.')
  if (!(await isOutboundUrl(endpointUrl, allowHosts)))
    return refuseUrl('This address cannot be reached from here. Use a public host without a port or password.')
  return endpointUrl.href
}

/** Returns the values by name; a name without a value keeps the stored one. @throws invalid `webhook.invalid` */
function checkedHeaders(
  sentHeaders: readonly { name: string; value?: string | undefined }[],
  storedHeaders: Record<string, string>,
): Record<string, string> {
  const fieldErrors: FieldError[] = []
  const checkedEntries = new Map<string, [string, string]>()
  const storedByName = new Map(Object.entries(storedHeaders).map(([name, value]) => [name.toLowerCase(), value]))
  for (const [index, { name, value = storedByName.get(name.toLowerCase()) }] of sentHeaders.entries()) {
    const addFieldError = (headerField: string, message: string) =>
      fieldErrors.push({ path: `headers.${index}.${headerField}`, message })
    const foundProblem = headerProblem(name, value ?? '')
    if (foundProblem) addFieldError(foundProblem.field, foundProblem.message)
    else if (value === undefined) addFieldError('value', 'Please enter a value.')
    else if (checkedEntries.has(name.toLowerCase())) addFieldError('name', 'This header is listed twice.')
    else checkedEntries.set(name.toLowerCase(), [name, value])
  }
  if (fieldErrors.length > 0) refuseFields(fieldErrors)
  return Object.fromEntries(checkedEntries.values())
}

/** @throws invalid `webhook.invalid`; conflict `webhook.limit` */
export async function createEndpoint(
  services: WebhookServices,
  context: WorkspaceContext,
  newEndpoint: CreateWebhook,
): Promise<Webhook & { secret: string }> {
  const endpointUrl = await checkedUrl(services, newEndpoint.url)
  const checkedOnes = checkedHeaders(newEndpoint.headers, {})
  const signingSecret = createSigningSecret()
  return inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockNamed(tx, `webhooks:${workspaceId}`)
    if ((await tx.$count(webhookEndpoints, eq(webhookEndpoints.workspaceId, workspaceId))) >= ENDPOINTS_MAX)
      throw new AppError(
        'conflict',
        'webhook.limit',
        `A workspace has at most ${ENDPOINTS_MAX} webhook endpoints. Delete one first.`,
      )
    const endpointKey = { workspaceId, id: newId() }
    await tx.insert(webhookEndpoints).values({
      ...endpointKey,
      url: endpointUrl,
      description: newEndpoint.description,
      events: newEndpoint.events,
      secret: sealText(services, endpointKey, signingSecret),
      headers: sealHeaders(services, endpointKey, checkedOnes),
      headerNames: Object.keys(checkedOnes),
      createdBy: transaction.actor?.name ?? null,
    })
    await recordAudit(transaction, { action: 'webhook.created', subject: endpointUrl })
    return { ...(await endpointChanged(transaction, endpointKey.id)), secret: signingSecret }
  })
}

const auditedFields = ({ url, description, events, headerNames }: Partial<EndpointRow>) => ({
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
  const changedUrl = input.url === undefined ? undefined : await checkedUrl(services, input.url)
  return inTransaction(context, async (transaction) => {
    const previousEndpoint = await lockSameEndpoint(transaction, id)
    // Headers may hold credentials that were meant for the former host only.
    const isOtherHost = changedUrl !== undefined && new URL(changedUrl).origin !== new URL(previousEndpoint.url).origin
    const storedHeaders = isOtherHost ? {} : headersOf(services, previousEndpoint)
    const newHeaders = input.headers || isOtherHost ? checkedHeaders(input.headers ?? [], storedHeaders) : null
    const changedEndpoint = {
      url: changedUrl ?? previousEndpoint.url,
      description: input.description ?? previousEndpoint.description,
      events: input.events ?? previousEndpoint.events,
      headerNames: newHeaders ? Object.keys(newHeaders) : previousEndpoint.headerNames,
    }
    await transaction.tx
      .update(webhookEndpoints)
      .set({
        ...changedEndpoint,
        ...(newHeaders ? { headers: sealHeaders(services, previousEndpoint, newHeaders) } : {}),
      })
      .where(ofEndpoint(transaction, id))
    const changes = changesBetween(auditedFields(previousEndpoint), auditedFields(changedEndpoint))
    if (changes.length > 0 || input.headers)
      await recordAudit(transaction, {
        action: 'webhook.changed',
        subject: changedEndpoint.url,
        details: { changes: changes.length > 0 ? changes : [{ field: 'headers', from: '', to: '' }] },
      })
    return endpointChanged(transaction, id)
  })
}

/** Deletes the endpoint with everything that waits for it. @throws not_found, precondition_failed */
export const deleteEndpoint = (context: WorkspaceContext, endpointId: string): Promise<{ deleted: true }> =>
  inTransaction(context, async (transaction) => {
    const { url } = await lockSameEndpoint(transaction, endpointId)
    await endpointChanged(transaction, endpointId)
    await transaction.tx.delete(webhookEndpoints).where(ofEndpoint(transaction, endpointId))
    await recordAudit(transaction, { action: 'webhook.deleted', subject: url })
    return { deleted: true }
  })
