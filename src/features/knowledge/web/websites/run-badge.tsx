import { StatusBadge } from '../../../../web/ui/status-badge.tsx'
import type { WebsiteRun } from '../../contract.ts'

/** State or result of a crawl. */
export function RunBadge({ run }: { run: WebsiteRun | null }) {
  if (run?.state === 'running') return <StatusBadge status="processing" label="Reading" />
  if (run?.state === 'paused') return <StatusBadge status="inactive" label="Paused" />
  if (run?.state === 'stopped') return <StatusBadge status="archived" label="Stopped" />
  if (run?.state === 'failed') return <StatusBadge status="failed" />
  return <StatusBadge status={run?.state === 'completed' ? 'ready' : 'queued'} />
}
