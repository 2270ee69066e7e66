import { useEffect } from 'react'
import { toastError } from '../../../web/ui/toast.tsx'

/**
 * Says each time that loading has failed, as long as there is nothing to show: what is shown already stays, and a failed
 * renewal of it bothers nobody. `errorUpdatedAt` is when it last failed, in milliseconds; 0 for never.
 */
export function useFailureToast(message: string, query: { data: unknown; errorUpdatedAt: number }): void {
  const failedAt = query.data === undefined ? query.errorUpdatedAt : 0
  useEffect(() => {
    if (failedAt) toastError(message)
  }, [failedAt, message])
}
