/** Path of an owner's download of all workspace data as one archive. Needs the session cookie. */
export const archivePath = (workspaceId: string): string => `/files/workspaces/${workspaceId}/export.zip`
