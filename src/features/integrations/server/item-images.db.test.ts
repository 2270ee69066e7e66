// Images of items of connected services: loaded with their item, shown on its page, and removed with it.
import sharp from 'sharp'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { integrationTenant } from '../../../../tests/support/content/integration-tenant.ts'
import { soon } from '../../../../tests/support/content/knowledge-tenant.ts'
import { atEnd } from '../../../../tests/support/database/database.ts'
import { startDrive } from '../../../../tests/support/google/drive-server.ts'
import { driveTenant } from '../../../../tests/support/google/drive-tenant.ts'
import { bullet, columns, image, paragraph } from '../../../../tests/support/notion/notion-content.ts'
import { type NotionServer, startNotion } from '../../../../tests/support/notion/notion-server.ts'
import { startWebSite } from '../../../../tests/support/websites/web-site.ts'
import type { Source } from '../../knowledge/contract.ts'
import { documentFolder, readSourcePage } from '../../knowledge/server/index.ts'
import { inTransaction, visitorContext } from '../../workspaces/server/index.ts'

type App = Awaited<ReturnType<typeof createTestApp>>

let notion: NotionServer
beforeEach(async () => {
  notion = await startNotion()
  return () => notion.stop()
})

const png = (color: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: color } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .png()
    .toBuffer()

/** Stored images and pages of a tenant. */
function imagesOf(app: App, workspaceId: string) {
  const stored = () => Array.fromAsync(app.core.storage.list(`${documentFolder(workspaceId)}images/`))
  const page = async (slug: string | null | undefined) => {
    const visitor = await visitorContext(app.core.services, { workspace_id: workspaceId })
    return visitor && inTransaction(visitor, (transaction) => readSourcePage(transaction, slug ?? ''))
  }
  return { stored, page }
}

async function connected() {
  const app = await createTestApp(notion.env, { work: true })
  const tenant = await integrationTenant(app)
  const ended = (count: number) =>
    vi.waitFor(async () => {
      const runs = await tenant.runs()
      expect(runs.filter(({ state }) => state === 'completed')).toHaveLength(count)
      return runs[0]
    }, soon)
  const source = async (title: string): Promise<Source | undefined> => (await tenant.ledger()).get(title)
  await tenant.call('integrations/connectWithToken', { type: 'notion', token: notion.internalToken() })
  await ended(1)
  let passes = 1
  const syncAgain = async () => {
    const { id } = await tenant.integration()
    await tenant.call('integrations/sync', { id })
    return ended(++passes)
  }
  return { ...tenant, ...imagesOf(app, tenant.owner.workspaceId), source, syncAgain }
}

test('images that Notion stores are on the page of their item, encoded again, and those elsewhere are not loaded', async () => {
  const red = await png('#aa2222')
  notion.page('Loom', [
    paragraph('Press the red button.'),
    columns([image('file', notion.file(red), 'The [red] button')], [paragraph('Then wait.')]),
    bullet('It starts.', [image('file', notion.file(await png('#22aa22')))]),
    image('external', `${notion.url}/tracker.png`, 'Elsewhere'),
    image('file', notion.file(Buffer.from('<svg onload="alert(1)"/>')), 'Not an image'),
  ])
  const { source, page, stored, text } = await connected()
  const loom = await source('Loom')
  expect(loom).toMatchObject({ state: 'ready', reason: null })
  const shown = await page(loom?.slug)
  expect(shown?.passages.flatMap(({ images }) => images)).toEqual([
    expect.objectContaining({ number: 1, alt: 'The [red] button', width: 40, height: 20 }),
    expect.objectContaining({ number: 2, alt: '' }),
  ])
  expect(await text(loom?.id ?? '')).toContain('The \\[red\\] button')
  expect(await text(loom?.id ?? '')).toMatch(/Elsewhere\n\nNot an image$/)
  expect((await stored()).map((key) => key.slice(-7))).toEqual(['/1.webp', '/2.webp'])
  // The addresses are signed: our token is not sent along.
  expect(notion.fileTokens).toEqual([undefined, undefined, undefined])
  expect(notion.calls.filter(({ path }) => path === '/tracker.png')).toEqual([])
})

test('an image that cannot be loaded leaves the text, with a note for the owner', async () => {
  // Another server of this machine: nothing inside a private network is requested.
  const inside = await startWebSite({ '/private.png': { body: await png('#aa2222') } })
  atEnd(inside.close)
  notion.page('Loom', [
    paragraph('Press the red button.'),
    image('file', `${notion.url}/files/gone`, 'The button'),
    image('file', `${inside.url}/private.png`, 'A private address'),
  ])
  const { source, text, stored } = await connected()
  const loom = await source('Loom')
  expect(loom).toMatchObject({ state: 'ready', reason: 'Not all of its images could be loaded.' })
  expect(await text(loom?.id ?? '')).toBe('Press the red button.\n\nThe button\n\nA private address')
  expect(await stored()).toEqual([])
  expect(inside.asked).toEqual([])
})

test('images follow their item: changed, emptied, gone, removed and disconnected', async () => {
  const withImage = async (color: string) => [
    paragraph('Press the button.'),
    image('file', notion.file(await png(color)), 'The button'),
  ]
  const [changed, emptied, gone] = [
    notion.page('Changed', await withImage('#aa2222')),
    notion.page('Emptied', await withImage('#aa2222')),
    notion.page('Gone', await withImage('#aa2222')),
  ]
  for (const title of ['Removed', 'Disconnected']) notion.page(title, await withImage('#aa2222'))
  const { source, stored, syncAgain, call, integration } = await connected()
  const before = await stored()
  expect(before).toHaveLength(5)
  const imagesAre = (count: number) => vi.waitFor(async () => expect(await stored()).toHaveLength(count), soon)
  notion.edit(changed, await withImage('#2222aa'))
  notion.edit(emptied, [])
  notion.unshare(gone)
  expect(await syncAgain()).toMatchObject({ state: 'completed', updated: 1 })
  await imagesAre(3)
  expect((await stored()).filter((key) => !before.includes(key))).toHaveLength(1)
  await call('knowledge/deleteSource', { id: (await source('Removed'))?.id })
  await imagesAre(2)
  await call('integrations/disconnect', { id: (await integration()).id, keep: false })
  await imagesAre(0)
})

test('an item whose text and images are unchanged keeps its stored images', async () => {
  const [red, blue] = [await png('#aa2222'), await png('#2222aa')]
  const content = (bytes: Buffer) => [paragraph('Press it.'), image('file', notion.file(bytes), 'The button')]
  const loom = notion.page('Loom', content(red))
  const { stored, syncAgain } = await connected()
  const before = await stored()
  notion.edit(loom, content(red))
  expect(await syncAgain()).toMatchObject({ unchanged: 1, updated: 0 })
  expect(await stored()).toEqual(before)
  notion.edit(loom, content(blue))
  expect(await syncAgain()).toMatchObject({ unchanged: 0, updated: 1 })
  await vi.waitFor(async () => {
    const now = await stored()
    expect(now).toHaveLength(1)
    expect(now).not.toEqual(before)
  }, soon)
})

test('files of Google Drive have the images that uploads have', async () => {
  const drive = await startDrive()
  try {
    const folder = drive.folder('Help')
    const bytes = new TextEncoder().encode(
      `# Loom\n\nPress it.\n\n![The button](data:image/png;base64,${(await png('#aa2222')).toString('base64')})`,
    )
    drive.file({ name: 'Loom.md', mimeType: 'text/markdown', parents: [folder.id], bytes })
    const { app, owner, only, ledger } = await driveTenant(drive)
    expect(await only(folder)).toMatchObject({ state: 'completed', added: 1 })
    const { page, stored } = imagesOf(app, owner.workspaceId)
    const shown = await page((await ledger()).get('Loom.md')?.slug)
    expect(shown?.passages.flatMap(({ images }) => images)).toEqual([
      expect.objectContaining({ number: 1, alt: 'The button', width: 40, height: 20 }),
    ])
    expect(await stored()).toHaveLength(1)
  } finally {
    await drive.stop()
  }
})
