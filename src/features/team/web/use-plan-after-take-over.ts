import { useQuery } from '@tanstack/react-query'
import { formatLongDate } from '../../../kernel/format.ts'
import { api } from '../../../web/api/api.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { planAfterTakeOver } from '../domain/take-over.ts'

/** Which plan the selected workspace has once the signed-in person pays for it, in sentences; empty until known. */
export function usePlanAfterTakeOver(): string {
  const { current } = useWorkspace()
  const ownAccess = useQuery(api.billing.access.queryOptions()).data
  if (!current || !ownAccess) return ''
  return planAfterTakeOver({
    current: current.access,
    own: ownAccess,
    trialEnd: ownAccess.ends_at && formatLongDate(ownAccess.ends_at),
  })
}
