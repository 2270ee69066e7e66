import { Hono } from 'hono'
import type { HttpEnv } from '../../../../platform/http/index.ts'
import { type FileStorage, sendStoredFile } from '../../../../platform/storage/index.ts'
import type { Auth } from '../auth.ts'
import { requireSession } from '../sessions/session.ts'

const NAME = /^[0-9a-f-]{36}\.webp$/
const ID = /^[0-9a-f-]{36}$/

/** Persons' pictures, for signed-in persons. A picture that changes changes its address. */
export function createAvatarFiles(options: { auth: Auth; storage: FileStorage }): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/files/avatars/:user/:name', async (context) => {
    const { user, name } = context.req.param()
    if (!ID.test(user) || !NAME.test(name)) return context.notFound()
    await requireSession(options.auth, context.req.raw.headers)
    const key = `avatars/${user}/${name}`
    const sent = await sendStoredFile(context, options.storage, key, {
      'content-disposition': 'attachment',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    return sent ?? context.notFound()
  })
  return app
}
