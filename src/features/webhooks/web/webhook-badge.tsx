import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { Webhook } from '../contract.ts'

/** State of an endpoint. */
export function WebhookBadge({ webhook: { paused_at, failing_since } }: { webhook: Webhook }) {
  if (paused_at) return <StatusBadge status="inactive" label="Paused" />
  return failing_since ? <StatusBadge status="failed" label="Failing" /> : <StatusBadge status="active" />
}
