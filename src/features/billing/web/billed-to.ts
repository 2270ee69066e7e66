/** Payer of a workspace, passed by the page since workspaces come after billing. */
export interface BilledTo {
  /** Null: the signed-in person pays. */
  payer: { name: string; email: string } | null
  /** True when the signed-in user is an owner who can take over the billing. */
  mayTakeOver: boolean
}
