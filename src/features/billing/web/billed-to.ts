/** Whom a workspace is billed to, as told by the page: workspaces come after billing. */
export interface BilledTo {
  /** Null: the signed-in person pays. */
  payer: { name: string; email: string } | null
  /** Whether the signed-in person is an owner who can take over the billing. */
  mayTakeOver: boolean
}
