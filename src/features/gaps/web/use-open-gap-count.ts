import { useQuery } from '@tanstack/react-query'
import { api } from '../../../web/api/api.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { useLiveGaps } from './use-live-gaps.ts'

/** Number of open gaps, updated live. */
export function useOpenGapCount(): number {
  const { isOpen } = useWorkspace()
  useLiveGaps()
  const { data } = useQuery(
    api.gaps.list.queryOptions({ input: { state: 'open', page: 1, limit: 1 }, enabled: isOpen }),
  )
  return data?.counts.open ?? 0
}
