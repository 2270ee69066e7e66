import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { HttpEnv } from '../../../platform/http/index.ts'
import type { FileStorage } from '../../../platform/storage/index.ts'
import type { Auth } from './auth.ts'
import { requireSession } from './session.ts'

const NAME = /^[0-9a-f-]{36}\.webp$/
const ID = /^[0-9a-f-]{36}$/

/** Persons' pictures, for signed-in persons. A picture that changes changes its address. */
export function createAvatarFiles(o: { auth: Auth; storage: FileStorage }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/files/avatars/:user/:name', async (c) => {
    const { user, name } = c.req.param()
    if (!ID.test(user) || !NAME.test(name)) return c.notFound()
    await requireSession(o.auth, c.req.raw.headers)
    const key = `avatars/${user}/${name}`
    const file = await o.storage.stat(key)
    if (!file) return c.notFound()
    return c.body(Readable.toWeb(o.storage.get(key)) as ReadableStream<Uint8Array>, 200, {
      'content-type': file.contentType,
      'content-length': String(file.size),
      'content-disposition': 'attachment',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })
  return app
}
