import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { atEnd } from '../../../../tests/support/database/database.ts'
import { startS3Server } from '../../../../tests/support/storage/s3-server.ts'
import { documentPath } from '../contract.ts'
import { createDocumentFiles } from './document-files.ts'

const app = await createTestApp({ BILLING: 'off' })
const mine = await app.tenant('Woven')
const other = await app.tenant('Knitted')
const download = (from: TestApp, cookie: string, workspace: string, source: string) =>
  createDocumentFiles({
    workspaces: from.core.services,
    auth: from.core.accounts.auth,
    storage: from.core.storage,
    limitDownloads: async () => {},
  })
    .onError((error, context) => context.text((error as { kind?: string }).kind ?? 'unexpected', 500))
    .request(documentPath(workspace, source), { headers: { cookie } })

it('a document is downloaded as it was uploaded, by the members of its workspace only', async () => {
  const { document, source } = mine.ids
  const response = await download(app, mine.memberCookie, mine.workspaceId, document)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain'])
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="document.txt"; filename*=UTF-8''document.txt`,
  )
  expect(await response.text()).toBe('A document.')
  expect(await (await download(app, '', mine.workspaceId, document)).text()).toBe('unauthenticated')
  expect(await (await download(app, other.cookie, mine.workspaceId, document)).text()).toBe('not_found')
  expect(await (await download(app, other.cookie, other.workspaceId, document)).text()).toBe('not_found')
  expect(await (await download(app, mine.cookie, mine.workspaceId, source)).text()).toBe('not_found')
  expect(await (await download(app, mine.cookie, mine.workspaceId, 'nonsense')).text()).toBe('not_found')
})

it('a document in a bucket is downloaded from there, by an address for that file only', async () => {
  const s3 = await startS3Server()
  atEnd(() => s3.close())
  const remote = await createTestApp({ BILLING: 'off', ...s3.env })
  const tenant = await remote.tenant('Felted')
  const response = await download(remote, tenant.cookie, tenant.workspaceId, tenant.ids.document)
  expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store'])
  const address = response.headers.get('location') ?? ''
  const file = await fetch(address)
  expect([file.status, await file.text()]).toEqual([200, 'A document.'])
  expect(file.headers.get('content-disposition')).toContain('filename="document.txt"')
  const [key = ''] = [...s3.files.keys()].filter((one) => one.startsWith('documents/'))
  expect((await fetch(address.replace(key, key.replace('.txt', '.pdf')))).status).toBe(403)
})
