import { Check, CircleAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { Gap } from '../contract.ts'

/** State of a gap. */
export function GapBadge({ gap: { state, verification, faq, reopened_at } }: { gap: Gap }) {
  if (state === 'resolved')
    return (
      <Badge tone="good" icon={<Check size={12} aria-hidden="true" />}>
        Resolved
      </Badge>
    )
  if (state === 'dismissed') return <Badge>Dismissed</Badge>
  if (verification.state === 'waiting') return <StatusBadge status="processing" label="Verifying" />
  if (reopened_at !== null) return <Badge tone="bad">Fails again</Badge>
  if (verification.state === 'failed')
    return (
      <Badge tone="warn" icon={<CircleAlert size={12} aria-hidden="true" />}>
        {`${verification.failed} of ${verification.asked} not answered`}
      </Badge>
    )
  if (faq) return <StatusBadge status={faq.status} label={faq.status === 'draft' ? 'FAQ is a draft' : 'FAQ'} />
  return <Badge tone="accent">Unanswered</Badge>
}
