import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { SECRET_OVERLAP_HOURS, type Webhook } from '../contract.ts'
import { endpointChanged, lockEndpoint, ofEndpoint } from './endpoint-rows.ts'
import { createSigningSecret, sealText } from './endpoint-secrets.ts'
import type { WebhookServices } from './services.ts'
import { webhookEndpoints } from './webhooks.table.ts'

/** Replaces the secret. For a day the former one signs as well. @throws not_found */
export const rotateSecret = (
  services: WebhookServices,
  context: WorkspaceContext,
  endpointId: string,
): Promise<Webhook & { secret: string }> =>
  inTransaction(context, async (transaction) => {
    const endpoint = await lockEndpoint(transaction, endpointId)
    const signingSecret = createSigningSecret()
    await transaction.tx
      .update(webhookEndpoints)
      .set({
        secret: sealText(services, endpoint, signingSecret),
        formerSecret: endpoint.secret,
        formerSecretUntil: new Date(Date.now() + SECRET_OVERLAP_HOURS * 3_600_000),
      })
      .where(ofEndpoint(transaction, endpointId))
    await recordAudit(transaction, { action: 'webhook.secret_rotated', subject: endpoint.url })
    return { ...(await endpointChanged(transaction, endpointId)), secret: signingSecret }
  })
