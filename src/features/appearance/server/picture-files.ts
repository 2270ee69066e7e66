import { Hono } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { type FileStorage, sendStoredFile } from '../../../platform/storage/index.ts'

const NAME = /^(logo|header)-[0-9a-f-]{36}\.webp$/
const ID = /^[0-9a-f-]{36}$/

/** Logos and header pictures, for everybody: public pages show them. A picture that changes changes its address. */
export function createPictureFiles({ storage }: { storage: FileStorage }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/files/brand-assets/:workspace/:name', async (c) => {
    const { workspace, name } = c.req.param()
    if (!ID.test(workspace) || !NAME.test(name)) return c.notFound()
    const key = `brand-assets/${workspace}/${name}`
    const sent = await sendStoredFile(c, storage, key, {
      'content-disposition': 'attachment',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    return sent ?? c.notFound()
  })
  return app
}
