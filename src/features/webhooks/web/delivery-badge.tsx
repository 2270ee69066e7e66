import { type Status, StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { DeliveryState } from '../contract.ts'
import { STATE_LABELS } from './webhook-words.ts'

const STATUS: Record<DeliveryState, Status> = { waiting: 'queued', delivered: 'ready', failed: 'failed' }

/** State of a delivery. */
export const DeliveryBadge = ({ state }: { state: DeliveryState }) => (
  <StatusBadge status={STATUS[state]} label={STATE_LABELS[state]} />
)
