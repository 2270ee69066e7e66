import { Hono } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { type FileStorage, sendStoredFile } from '../../../platform/storage/index.ts'

const NAME = /^(logo|logo_dark|favicon|header)-[0-9a-f-]{36}\.webp$/
const ID = /^[0-9a-f-]{36}$/

/** Logos and header pictures, for everybody: public pages show them. A picture that changes changes its address. */
export function createPictureFiles({ storage }: { storage: FileStorage }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/files/brand-assets/:workspace/:name', async (context) => {
    const { workspace, name } = context.req.param()
    if (!ID.test(workspace) || !NAME.test(name)) return context.notFound()
    const key = `brand-assets/${workspace}/${name}`
    const sent = await sendStoredFile(context, storage, key, {
      'content-disposition': 'attachment',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    return sent ?? context.notFound()
  })
  return app
}
