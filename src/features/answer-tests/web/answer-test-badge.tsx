import { Check, CircleAlert } from 'lucide-react'
import { Badge } from '../../../web/ui/badge.tsx'
import { StatusBadge } from '../../../web/ui/status-badge.tsx'
import type { AnswerTest } from '../contract.ts'
import { STATE_LABELS } from './answer-test-words.ts'

/** Shows whether the answer fulfills the requirements. */
export function AnswerTestBadge({ test: { state, waiting } }: { test: Pick<AnswerTest, 'state' | 'waiting'> }) {
  if (waiting) return <StatusBadge status="processing" label="Asking" />
  if (state === 'new') return <Badge>{STATE_LABELS.new}</Badge>
  return state === 'passing' ? (
    <Badge tone="good" icon={<Check size={12} aria-hidden="true" />}>
      {STATE_LABELS.passing}
    </Badge>
  ) : (
    <Badge tone="bad" icon={<CircleAlert size={12} aria-hidden="true" />}>
      {STATE_LABELS.failing}
    </Badge>
  )
}
