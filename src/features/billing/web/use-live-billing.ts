import { useEffect, useEffectEvent } from 'react'
import { api } from '../../../web/api/api.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { useUserEvents } from '../../../web/api/use-events.ts'

/** Refetches everything that depends on a plan or trial. */
export const refreshBilling = (): Promise<unknown> => queryClient.invalidateQueries({ queryKey: api.billing.key() })

/** Follows the person's subscription while the calling component is shown. */
export function useLiveBilling(): void {
  useUserEvents(['subscription.changed'], () => void refreshBilling())
}

/** A timer's longest wait. */
const MAX_MS = 2 ** 31 - 1
/** The server's clock may be a little behind this one. */
const AFTER_MS = 1_000

/** Calls `refresh` when the plan in force ends by itself: nothing is reported then. */
export function useAccessEnd(endsAt: string | null | undefined, refresh: () => void): void {
  const onEnd = useEffectEvent(refresh)
  useEffect(() => {
    if (!endsAt) return
    const wait = Date.parse(endsAt) - Date.now() + AFTER_MS
    if (wait > MAX_MS) return
    const timer = window.setTimeout(() => onEnd(), Math.max(AFTER_MS, wait))
    return () => window.clearTimeout(timer)
  }, [endsAt])
}
