import { useEffect } from 'react'
import { toastError } from '../../../web/ui/toast.tsx'

/** Says each time that loading has failed. @param failedAt when it last did, in milliseconds; 0 for never */
export function useFailureToast(message: string, failedAt: number): void {
  useEffect(() => {
    if (failedAt) toastError(message)
  }, [failedAt, message])
}
