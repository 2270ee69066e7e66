/** Bounds of what strangers may ask for; each throws AppError `rate_limited`. */
export interface VisitorLimits {
  ask(address: string, workspaceId: string): Promise<void>
  search(address: string): Promise<void>
  vote(address: string): Promise<void>
  handoff(address: string): Promise<void>
  /** Whether the model may be asked once more for this visitor, this workspace and today; false costs nothing. */
  modelBudget(address: string, workspaceId: string): Promise<boolean>
}
