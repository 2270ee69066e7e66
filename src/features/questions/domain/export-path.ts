/** Path for downloading questions as a CSV file; accepts the filters of the list. Needs the session cookie. */
export const questionExportPath = (workspaceId: string): string => `/files/workspaces/${workspaceId}/questions.csv`
