import { useMutation, useQuery } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { openExternalPage } from '../../../web/browser/open-external-page.ts'
import { toastError } from '../../../web/ui/toast.tsx'
import type { PlanKey } from '../contract.ts'
import { refreshBilling } from './use-live-billing.ts'

export const overviewQuery = api.billing.overview.queryOptions()

/** Refusals because of a changed state: the message explains it, and the page must be refetched. */
const STALE_STATE_CODES = ['billing.subscribed', 'billing.not_payer']

/** Begins to pay for a plan. `busy` is the plan whose button says «Loading...». */
export function useCheckout() {
  const billingOverview = useQuery(overviewQuery)
  const checkoutRequest = useMutation({
    mutationFn: async ({ plan, forNewWorkspace = false }: { plan: PlanKey; forNewWorkspace?: boolean }) => {
      const providerPlanIds = billingOverview.data?.plans.find(({ key }) => key === plan)
      if (!providerPlanIds) throw new Error('the plans are not known')
      const { product_id, price_id } = providerPlanIds
      const createdCheckout = await client.billing.checkout({
        product_id,
        price_id,
        for_new_workspace: forNewWorkspace,
      })
      await openExternalPage(createdCheckout.checkout_url)
    },
    // Return from the back/forward cache: the payment state is unknown.
    onSuccess: () => void refreshBilling(),
    onError: (checkoutError) => {
      if (checkoutError instanceof ApiError && STALE_STATE_CODES.includes(checkoutError.code)) {
        toastError(checkoutError.message)
        void refreshBilling()
      } else toastError('Failed to create checkout session. Please try again.')
    },
  })
  return { start: checkoutRequest.mutate, busy: checkoutRequest.isPending ? checkoutRequest.variables.plan : null }
}

/** Opens where the provider lets people change how they pay. */
export function usePortal() {
  const portalRequest = useMutation({
    mutationFn: async () => openExternalPage((await client.billing.portal({})).portal_url),
    onSuccess: () => void refreshBilling(),
    onError: (checkoutError) => toastError(messageOf(checkoutError)),
  })
  return { open: () => portalRequest.mutate(), busy: portalRequest.isPending }
}
