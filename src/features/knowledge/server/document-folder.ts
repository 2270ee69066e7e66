/** Storage path of a workspace's files: the specified `{workspaceId}/{uuid}.{ext}` of the bucket "documents". */
export const documentFolder = (workspaceId: string): string => `documents/${workspaceId}/`
