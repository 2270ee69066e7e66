/** Bounds of what strangers may ask for; each throws AppError `rate_limited`. */
export interface VisitorLimits {
  ask(address: string, workspaceId: string): Promise<void>
  search(address: string): Promise<void>
  vote(address: string): Promise<void>
}
