/** The toast when the server refuses another workspace, titled «Workspace Limit Reached». */
export const limitMessage = (workspaceLimit: number) =>
  `Free plan allows only ${workspaceLimit} workspace. Please upgrade to Pro to create more workspaces.`

/** The alert over the form while another workspace would be one too many. */
export const limitAlert = (workspaceLimit: number) =>
  `You've reached the limit of ${workspaceLimit} workspace for the Free plan. Please upgrade to Pro for unlimited workspaces.`

/** On «Add Workspace» while it is disabled. */
export const limitTooltip = (workspaceLimit: number) =>
  `Free plan allows only ${workspaceLimit} workspace. Upgrade to Pro for unlimited workspaces.`
