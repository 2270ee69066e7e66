import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'

/** Path of an owner's download of all workspace data as one archive. Needs the session cookie. */
export const archivePath = (workspaceId: string): string => `/files/workspaces/${workspaceId}/export.zip`

/** The same download by API key, for the API's document; its response is a file and no JSON. */
export const archiveContract = {
  download: workspaceProcedure('workspace.export', { duringPaywall: true })
    .route(rest('GET /export', 'Workspace', 'Download the whole workspace as a ZIP archive'))
    .output(z.file().mime('application/zip')),
}
