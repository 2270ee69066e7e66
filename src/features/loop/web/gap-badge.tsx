import { Check, CircleAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { Group } from '../contract.ts'

/** State of a gap. */
export function GapBadge({ group: { state, proof, faq, reopened_at } }: { group: Group }) {
  if (state === 'resolved')
    return (
      <Badge tone="good" icon={<Check size={12} aria-hidden="true" />}>
        Resolved
      </Badge>
    )
  if (state === 'dismissed') return <Badge>Dismissed</Badge>
  if (proof.state === 'waiting') return <StatusBadge status="processing" label="Proving" />
  if (reopened_at !== null) return <Badge tone="bad">Fails again</Badge>
  if (proof.state === 'failed')
    return (
      <Badge tone="warn" icon={<CircleAlert size={12} aria-hidden="true" />}>
        {`${proof.failed} of ${proof.asked} not answered`}
      </Badge>
    )
  if (faq) return <StatusBadge status={faq.status} label={faq.status === 'draft' ? 'FAQ is a draft' : 'FAQ'} />
  return <Badge tone="accent">Unanswered</Badge>
}
