import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { SECRET_OVERLAP_HOURS, type Webhook } from '../contract.ts'
import { endpointChanged, lockEndpoint, ofEndpoint } from './endpoint-rows.ts'
import { newSecret, seal } from './endpoint-secrets.ts'
import type { WebhookServices } from './services.ts'
import { webhookEndpoints } from './webhooks.table.ts'

/** Replaces the secret. For a day the former one signs as well. @throws not_found */
export const rotateSecret = (
  services: WebhookServices,
  context: WorkspaceContext,
  id: string,
): Promise<Webhook & { secret: string }> =>
  inTransaction(context, async (transaction) => {
    const before = await lockEndpoint(transaction, id)
    const secret = newSecret()
    await transaction.tx
      .update(webhookEndpoints)
      .set({
        secret: seal(services, before, secret),
        formerSecret: before.secret,
        formerSecretUntil: new Date(Date.now() + SECRET_OVERLAP_HOURS * 3_600_000),
      })
      .where(ofEndpoint(transaction, id))
    await recordAudit(transaction, { action: 'webhook.secret_rotated', subject: before.url })
    return { ...(await endpointChanged(transaction, id)), secret }
  })
