/** The toast when the server refuses another workspace, titled «Workspace Limit Reached». */
export const limitMessage = (limit: number) =>
  `Free plan allows only ${limit} workspace. Please upgrade to Pro to create more workspaces.`

/** The alert over the form while another workspace would be one too many. */
export const limitAlert = (limit: number) =>
  `You've reached the limit of ${limit} workspace for the Free plan. Please upgrade to Pro for unlimited workspaces.`

/** On «Add Workspace» while it is disabled. */
export const limitTooltip = (limit: number) =>
  `Free plan allows only ${limit} workspace. Upgrade to Pro for unlimited workspaces.`
