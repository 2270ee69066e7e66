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
const MAX_TIMER_MS = 2 ** 31 - 1
/** The server's clock may be a little behind this one. */
const CLOCK_MARGIN_MS = 1_000

/** Calls `onEnded` when the plan in force ends by itself: nothing is reported then. */
export function useAccessEnd(endsAt: string | null | undefined, onEnded: () => void): void {
  const onAccessEnd = useEffectEvent(onEnded)
  useEffect(() => {
    if (!endsAt) return
    const delayMs = Date.parse(endsAt) - Date.now() + CLOCK_MARGIN_MS
    if (delayMs > MAX_TIMER_MS) return
    const refreshTimer = window.setTimeout(() => onAccessEnd(), Math.max(CLOCK_MARGIN_MS, delayMs))
    return () => window.clearTimeout(refreshTimer)
  }, [endsAt])
}
