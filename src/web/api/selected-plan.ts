import { SELECTED_PLAN } from '../../features/billing/contract.ts'

/** Where a visitor who pressed a plan before signing in goes on with it; null where none was pressed in this tab. */
export function selectedPlanPath(): string | null {
  try {
    const chosen: unknown = JSON.parse(window.sessionStorage.getItem(SELECTED_PLAN) ?? 'null')
    if (typeof chosen !== 'object' || chosen === null || !('productId' in chosen)) return null
    return `/dashboard/profile?tab=billing&plan=${encodeURIComponent(String(chosen.productId))}`
  } catch {
    // Written by somebody else, or not readable at all.
    return null
  }
}
