// Images of documents: stored by us, shown on the pages of open sources, and removed with them.
import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../tests/support/app/test-app.ts'
import { knowledgeTenant, soon } from '../../../../../tests/support/content/knowledge-tenant.ts'
import { zip } from '../../../../../tests/support/files/office-files.ts'
import { inTransaction, visitorContext } from '../../../workspaces/server/index.ts'
import { type Source, type SourceVisibility, sourceImagePath } from '../../contract.ts'
import { createDocumentFiles } from '../document-files.ts'
import { readSourcePage } from '../source-pages.ts'
import { imagesOfSource } from './source-images.ts'

let app: TestApp
let files: ReturnType<typeof createDocumentFiles>
let png: Buffer

beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' }, { work: true })
  files = createDocumentFiles({
    ...{ workspaces: app.core.services, auth: app.core.accounts.auth, storage: app.core.storage },
    limitDownloads: async () => {},
  }).onError((error, context) => context.text((error as { kind?: string }).kind ?? 'unexpected', 500))
  const blue = sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: '#2244aa' } })
  png = await blue
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .png()
    .toBuffer()
})

async function tenant() {
  const own = await knowledgeTenant(app)
  const { workspaceId } = own.owner
  const settled = (id: string) =>
    vi.waitFor(async () => {
      const read = await own.call<{ source: Source; text: string | null }>('readSource', { id })
      expect(read.source.state).toBe('ready')
      return read
    }, soon)
  const upload = async (archive: Record<string, string | Uint8Array>) => {
    const file = new File([zip(archive) as never], 'loom.zip')
    const { id, slug } = await own.call<Source>('uploadDocument', { file })
    await settled(id)
    return { id, slug: String(slug) }
  }
  const page = async (slug: string) => {
    const visitor = await visitorContext(app.core.services, { workspace_id: workspaceId })
    return visitor && inTransaction(visitor, (transaction) => readSourcePage(transaction, slug))
  }
  const image = (slug: string, number = 1, workspace = workspaceId) =>
    files.request(sourceImagePath(workspace, slug, number))
  const stored = (id: string) => Array.fromAsync(app.core.storage.list(imagesOfSource(workspaceId, id)))
  const show = (id: string, visibility: SourceVisibility) => own.call('updateSource', { id, visibility })
  return { ...own, workspaceId, settled, upload, page, image, stored, show }
}

const MANUAL = '# Loom\n\nPress the red button.\n\n![The [red] button](a.png)\n\nThen wait until the lamp is lit.'
const manual = () => ({ 'loom.md': MANUAL, 'a.png': png })

it('an image of a document is on its page behind its block, encoded again by us', async () => {
  const own = await tenant()
  const { id, slug } = await own.upload(manual())
  const path = sourceImagePath(own.workspaceId, slug, 1)
  const page = await own.page(slug)
  expect(page?.passages).toEqual([
    expect.objectContaining({
      content: 'Press the red button.\n\nThe \\[red\\] button\n\nThen wait until the lamp is lit.',
      images: [expect.objectContaining({ number: 1, path, alt: 'The [red] button', width: 1_600, height: 800 })],
    }),
  ])
  expect(page?.markdown).toContain(`![The \\[red\\] button](${path})`)
  const response = await own.image(slug)
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    ...[200, 'image/webp', 'private, max-age=60'],
  ])
  // Opened by itself it is saved, not shown as a page of ours.
  expect(response.headers.get('content-disposition')).toBe('attachment')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 800 })
  expect(bytes.includes('secret')).toBe(false)
  // Owners read the text without marks, and search finds the text alternative.
  expect((await own.settled(id)).text).toContain('\n\nThe \\[red\\] button\n\n')
  expect((await own.search('red button lamp'))[0]?.source_id).toBe(id)
})

it('an image is only available where its page is open, and in no other workspace', async () => {
  const [own, other] = [await tenant(), await tenant()]
  const { id, slug } = await own.upload(manual())
  const text = async (number = 1, workspace = own.workspaceId) => (await own.image(slug, number, workspace)).text()
  expect((await own.image(slug)).status).toBe(200)
  expect(await text(2)).toBe('not_found')
  expect(await text(1, other.workspaceId)).toBe('not_found')
  expect(await text(1, 'nonsense')).toBe('not_found')
  expect(await (await files.request(`${sourceImagePath(own.workspaceId, slug, 1)}.txt`)).text()).toBe('not_found')
  const [stored = ''] = await own.stored(id)
  for (const name of ['..%2f1.webp', '1.webp%00.svg', '1.svg', encodeURIComponent(stored), '01.webp/'])
    expect(
      await (await files.request(`/files/workspaces/${own.workspaceId}/sources/${slug}/images/${name}`)).text(),
      name,
    ).toMatch(/not_found|404/i)
  for (const visibility of ['quoted', 'internal'] as const) {
    await own.show(id, visibility)
    expect(await text(), visibility).toBe('not_found')
  }
  await own.show(id, 'open')
  expect((await own.image(slug)).status).toBe(200)
  // Its row names the images still, but it has no page.
  await app.rows(`update sources set state = 'failed' where id = '${id}' returning 1`)
  expect(await text()).toBe('not_found')
})

it('a file that only pretends to be an image is left out', async () => {
  const own = await tenant()
  const fake = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>alert(1)</script>')])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="alert(1)"/>')
  for (const bytes of [fake, svg]) {
    const { id, slug } = await own.upload({ 'loom.md': MANUAL, 'a.png': bytes })
    expect((await own.page(slug))?.passages[0]?.images).toEqual([])
    expect(await own.stored(id)).toEqual([])
  }
})

it('images are replaced with the next reading, and removed with their document', async () => {
  const own = await tenant()
  const { id, slug } = await own.upload(manual())
  const [first] = await own.stored(id)
  expect(first).toMatch(/\/1\.webp$/)
  await own.call('retrySource', { id })
  await vi.waitFor(async () => {
    const now = await own.stored(id)
    expect(now).toHaveLength(1)
    expect(now).not.toContain(first)
  }, soon)
  expect((await own.image(slug)).status).toBe(200)
  await own.call('deleteSource', { id })
  expect(await (await own.image(slug)).text()).toBe('not_found')
  await vi.waitFor(async () => expect(await own.stored(id)).toEqual([]), soon)
})
