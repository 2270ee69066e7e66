/** Bounds of what strangers may ask for; each throws AppError `rate_limited`. */
export interface VisitorLimits {
  /**
   * While a workspace gets more questions than people ask, each needs `proof` of work: without it this throws
   * `rate_limited` with code `ask.proof_required` and `details` {challenge, bits, retry_after}.
   */
  ask(address: string, workspaceId: string, proof: string | undefined): Promise<void>
  /** For members of the workspace, who are no crowd. */
  tryAsking(address: string, workspaceId: string): Promise<void>
  search(address: string): Promise<void>
  vote(address: string): Promise<void>
  /** Returns true for the first vote of a day on this FAQ's page from this network; further ones do not count. */
  isFirstVote(address: string, faqId: string): Promise<boolean>
  handoff(address: string): Promise<void>
  /** Each is a mail to the team: many addresses together may not fill its mailbox. */
  handoffTo(workspaceId: string): Promise<void>
  /**
   * Returns true when the model may be called for this visitor, this workspace and today; a refusal uses nothing up.
   */
  modelBudget(address: string, workspaceId: string): Promise<boolean>
}
