import { Hono } from 'hono'
import type { HttpEnv } from '../../../../platform/http/index.ts'
import { type FileStorage, sendStoredFile } from '../../../../platform/storage/index.ts'
import type { Auth } from '../auth.ts'
import { requireSession } from '../sessions/session.ts'

const AVATAR_FILE_NAME = /^[0-9a-f-]{36}\.webp$/
const USER_ID_FORMAT = /^[0-9a-f-]{36}$/

/** Persons' pictures, for signed-in persons. A picture that changes changes its address. */
export function createAvatarFiles(fileOptions: { auth: Auth; storage: FileStorage }): Hono<HttpEnv> {
  const filesApp = new Hono<HttpEnv>()
  filesApp.get('/files/avatars/:user/:name', async (context) => {
    const { user, name } = context.req.param()
    if (!USER_ID_FORMAT.test(user) || !AVATAR_FILE_NAME.test(name)) return context.notFound()
    await requireSession(fileOptions.auth, context.req.raw.headers)
    const storageKey = `avatars/${user}/${name}`
    const sentResponse = await sendStoredFile(context, fileOptions.storage, storageKey, {
      'content-disposition': 'attachment',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    return sentResponse ?? context.notFound()
  })
  return filesApp
}
