import { useMutation, useQuery } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { openExternalPage } from '../../../web/browser/open-external-page.ts'
import { toastError } from '../../../web/ui/toast.tsx'
import type { PlanKey } from '../contract.ts'
import { refreshBilling } from './use-live-billing.ts'

export const overviewQuery = api.billing.overview.queryOptions()

/** Refusals because of a changed state: the message explains it, and the page must be refetched. */
const REFUSALS = ['billing.subscribed', 'billing.not_payer']

/** Begins to pay for a plan. `busy` is the plan whose button says «Loading...». */
export function useCheckout() {
  const overview = useQuery(overviewQuery)
  const checkout = useMutation({
    mutationFn: async ({ plan, forNewWorkspace = false }: { plan: PlanKey; forNewWorkspace?: boolean }) => {
      const ids = overview.data?.plans.find(({ key }) => key === plan)
      if (!ids) throw new Error('the plans are not known')
      const { product_id, price_id } = ids
      const checkout = await client.billing.checkout({ product_id, price_id, for_new_workspace: forNewWorkspace })
      await openExternalPage(checkout.checkout_url)
    },
    // Return from the back/forward cache: the payment state is unknown.
    onSuccess: () => void refreshBilling(),
    onError: (error) => {
      if (error instanceof ApiError && REFUSALS.includes(error.code)) {
        toastError(error.message)
        void refreshBilling()
      } else toastError('Failed to create checkout session. Please try again.')
    },
  })
  return { start: checkout.mutate, busy: checkout.isPending ? checkout.variables.plan : null }
}

/** Opens where the provider lets people change how they pay. */
export function usePortal() {
  const portal = useMutation({
    mutationFn: async () => openExternalPage((await client.billing.portal({})).portal_url),
    onSuccess: () => void refreshBilling(),
    onError: (error) => toastError(messageOf(error)),
  })
  return { open: () => portal.mutate(), busy: portal.isPending }
}
