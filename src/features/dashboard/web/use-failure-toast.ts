import { useEffect } from 'react'
import { toastError } from '../../../web/ui/toast.tsx'

/**
 * Shows a toast for each failed load while there is nothing to show; a failed refresh of data that is shown is not
 * reported. `errorUpdatedAt`: time of the last failure in milliseconds, 0 for never.
 */
export function useFailureToast(message: string, query: { data: unknown; errorUpdatedAt: number }): void {
  const failedAt = query.data === undefined ? query.errorUpdatedAt : 0
  useEffect(() => {
    if (failedAt) toastError(message)
  }, [failedAt, message])
}
