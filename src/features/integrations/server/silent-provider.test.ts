import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SilentServer, startSilentServer } from '../../../../tests/support/network/silent-server.ts'
import { driveCalls } from './google-drive/drive-client.ts'
import { classifyFailures, notionClient } from './notion/notion-client.ts'
import { ProviderDown } from './provider.ts'

let server: SilentServer
beforeEach(async () => {
  server = await startSilentServer()
})
afterEach(() => server.close())

const { signal } = new AbortController()

test('a Notion API that does not respond causes a timeout', async () => {
  const notion = notionClient(`http://${server.host}`, { auth: 'token', signal, retries: true, limitMs: 50 })
  await expect(classifyFailures(signal, () => notion.users.me({}))).rejects.toThrow(ProviderDown)
})

test('a Google Drive API that does not respond causes a timeout', async () => {
  const call = driveCalls(`http://${server.host}`, { withAccess: (ask) => ask('token', signal), limitMs: 50 })
  await expect(call((drive) => drive.about.get({ fields: 'user' }))).rejects.toThrow(ProviderDown)
})
