import { Hono } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { type FileStorage, sendStoredFile } from '../../../platform/storage/index.ts'

const FILE_NAME_PATTERN = /^(logo|logo_dark|favicon|header)-[0-9a-f-]{36}\.webp$/
const WORKSPACE_ID_PATTERN = /^[0-9a-f-]{36}$/

/** Logos and header pictures, for everybody: public pages show them. A picture that changes changes its address. */
export function createPictureFiles({ storage }: { storage: FileStorage }): Hono<HttpEnv> {
  const pictureApp = new Hono<HttpEnv>()
  pictureApp.get('/files/brand-assets/:workspace/:name', async (httpContext) => {
    const { workspace, name } = httpContext.req.param()
    if (!WORKSPACE_ID_PATTERN.test(workspace) || !FILE_NAME_PATTERN.test(name)) return httpContext.notFound()
    const storageKey = `brand-assets/${workspace}/${name}`
    const fileResponse = await sendStoredFile(httpContext, storage, storageKey, {
      'content-disposition': 'attachment',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    return fileResponse ?? httpContext.notFound()
  })
  return pictureApp
}
