/** Where an owner downloads everything a workspace holds, as one archive. Needs the session's cookie. */
export const archivePath = (workspaceId: string): string => `/files/workspaces/${workspaceId}/export.zip`
