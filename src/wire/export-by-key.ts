import type { Context } from 'hono'
import { archiveContract } from '../features/archive/contract.ts'
import { sendArchive } from '../features/archive/server/index.ts'
import type { Guards } from '../features/workspaces/server/index.ts'
import type { AppError } from '../kernel/app-error.ts'
import { errorResponse, type HttpEnv } from '../platform/http/index.ts'
import { asAppError, isSecurityRefusal, type RequestContext } from '../platform/rpc/index.ts'
import type { FileStorage } from '../platform/storage/index.ts'
import { operationOf } from './operations.ts'
import type { CallMeter } from './rate-limit-headers.ts'

export const EXPORT_PATH = '/api/v1/export'

interface ExportServices {
  authorize: Guards['authorizeCaller']
  meter: CallMeter
  storage: FileStorage
}

/** Sends a workspace as an archive to an API key: a stream, which no procedure can answer with. */
export async function exportByKey(
  httpContext: Context<HttpEnv>,
  context: RequestContext & { refused(error: AppError): void },
  { authorize, meter, storage }: ExportServices,
): Promise<Response> {
  const { meta } = operationOf(archiveContract.download)
  let response: Response
  try {
    const workspace = await meter(context, () => authorize(meta, context))
    if (!workspace) throw new Error('An export needs a workspace.')
    response = await sendArchive(httpContext, workspace, storage)
  } catch (error) {
    const knownError = asAppError(error)
    if (!knownError) throw error
    if (isSecurityRefusal(knownError)) context.refused(knownError)
    response = errorResponse(knownError, context.requestId)
  }
  for (const [name, value] of context.responseHeaders) response.headers.set(name, value)
  return response
}
