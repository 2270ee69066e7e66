import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { createTestApp, type Tenant } from '../../../../../tests/support/app/test-app.ts'
import { FOREIGN_IMAGE, IMAGE_MAX_BYTES } from '../../contract.ts'
import { removeUnusedImages } from './remove-unused-images.ts'
import { answerImageFolder, type UploadedImage } from './upload-image.ts'

const app = await createTestApp({}, { work: true })
const mine = await app.tenant('Mine')
const other = await app.tenant('Other')

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1f2937' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
const fileOf = (bytes: Uint8Array, name = 'photo.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type })
const call = (procedure: string, input: object, { cookie, workspaceId }: Tenant = mine) =>
  app.rpc(procedure, input, { cookie, workspaceId })
const upload = (file: File, tenant?: Tenant) => call('faqs/uploadImage', { file }, tenant)
const uploaded = async (tenant?: Tenant): Promise<UploadedImage> => {
  const { body } = await upload(fileOf(await photo(640, 480)), tenant)
  return (body as { json: UploadedImage }).json
}
const read = (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`http://localhost${path}`, { headers }))
const statusFor = async (path: string, tenant?: Tenant) =>
  (await read(path, tenant ? { cookie: tenant.cookie } : {})).status
const faqWith = (question: string, answer: string, tenant?: Tenant) =>
  call('faqs/create', { question, answer, status: 'published' }, tenant)
const idOf = ({ body }: { body: unknown }) => (body as { json: { id: string } }).json.id
const codeOf = ({ body }: { body: unknown }) => (body as { json: { data: { code: string } } }).json.data.code

describe('an image', () => {
  it('is encoded again to fit, and can be shown by other websites', async () => {
    const { status, body } = await upload(fileOf(await photo(3200, 1000)))
    expect(status).toBe(200)
    const { url, width, height } = (body as { json: UploadedImage }).json
    expect({ width, height }).toEqual({ width: 1600, height: 500 })
    expect(url).toMatch(new RegExp(`^/files/images/${mine.workspaceId}/[0-9a-f-]{36}-1600x500\\.webp$`))
    const response = await read(url, { cookie: mine.cookie })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 500 })
    expect(bytes.includes('a secret place')).toBe(false)
  })

  it.each([
    ['too large', () => fileOf(new Uint8Array(IMAGE_MAX_BYTES + 1)), 'This image is too large.'],
    ['a drawing with a script', () => fileOf(Buffer.from('<svg onload=alert(1)>')), 'This file cannot be read as'],
    ['HTML named as one', () => fileOf(Buffer.from('<script>alert(1)</script>'), 'a.png', 'image/png'), 'This file'],
  ])('is refused when it is %s, and no file is left', async (_, file, words) => {
    const before = await Array.fromAsync(app.core.storage.list(answerImageFolder(mine.workspaceId)))
    const answer = await upload(file())
    expect([answer.status, codeOf(answer)]).toEqual([400, 'image.unreadable'])
    expect(JSON.stringify(answer.body)).toContain(words)
    expect(await Array.fromAsync(app.core.storage.list(answerImageFolder(mine.workspaceId)))).toEqual(before)
  })

  it('is refused when the workspace has as many bytes as it can', async () => {
    const full = await app.tenant('Full')
    await app.rows(
      `insert into faq_images (workspace_id, name, size) values ('${full.workspaceId}', 'x.webp', 1073741823) returning 1`,
    )
    const answer = await upload(fileOf(await photo(10, 10)), full)
    expect([answer.status, codeOf(answer)]).toEqual([402, 'limit.images'])
    expect(await Array.fromAsync(app.core.storage.list(answerImageFolder(full.workspaceId)))).toEqual([])
  })

  it.each(['/files/images/x/y.webp', '/files/images/..%2Fdocuments/a-1x1.webp'])(
    'has no other address, such as %s',
    async (path) => {
      expect(await statusFor(path, mine)).toBe(404)
    },
  )

  it('has an address that leads to no other file, even if a published answer mentions one', async () => {
    const name = 'contract.pdf'
    await app.core.storage.put(answerImageFolder(mine.workspaceId) + name, Buffer.from('secret'), {
      contentType: 'application/pdf',
    })
    const path = `/files/images/${mine.workspaceId}/${name}`
    await faqWith('Contract?', `See ${path}`)
    expect([await statusFor(path), await statusFor(path, mine)]).toEqual([404, 404])
  })

  it('is visible to members before an answer shows it, and not to other requesters', async () => {
    const { url } = await uploaded()
    expect(await statusFor(url, mine)).toBe(200)
    expect(await statusFor(url, other)).toBe(404)
    expect(await statusFor(url)).toBe(404)
    expect(await statusFor(url.replace(mine.workspaceId, other.workspaceId), other)).toBe(404)
  })

  it('is public exactly while a published answer shows it', async () => {
    const { url } = await uploaded()
    const id = idOf(await call('faqs/create', { question: 'Draft?', answer: `![a](${url})`, status: 'draft' }))
    expect(await statusFor(url)).toBe(404)
    await call('faqs/update', { id, status: 'published' })
    expect([await statusFor(url), await statusFor(url, other)]).toEqual([200, 200])
    await call('faqs/update', { id, status: 'archived' })
    expect([await statusFor(url), await statusFor(url, other)]).toEqual([404, 404])
    await call('faqs/update', { id, status: 'published' })
    await call('faqs/delete', { id })
    expect(await statusFor(url)).toBe(404)
    await call('faqs/trash/restore', { ids: [id] })
    expect(await statusFor(url)).toBe(200)
  })

  it('cannot be uploaded without a session, or into another workspace', async () => {
    const file = fileOf(await photo(20, 20))
    const anonymous = await app.rpc('faqs/uploadImage', { file }, { workspaceId: mine.workspaceId })
    expect(anonymous.status).toBe(401)
    const foreign = await app.rpc('faqs/uploadImage', { file }, { cookie: other.cookie, workspaceId: mine.workspaceId })
    expect(foreign.status).toBeGreaterThanOrEqual(403)
  })
})

describe('answers', () => {
  it('show images of their own workspace alone', async () => {
    const { url } = await uploaded(other)
    const answer = `Here: ![Other](${url})`
    const created = await faqWith('Foreign?', answer)
    expect([created.status, codeOf(created)]).toEqual([400, 'faq.foreign_image'])
    const id = idOf(await faqWith('Mine?', 'Here.'))
    expect(codeOf(await call('faqs/update', { id, answer }))).toBe('faq.foreign_image')
    const imported = await call('faqs/import', {
      items: [
        { question: 'Good one?', answer: 'Yes.' },
        { question: 'Bad one?', answer },
      ],
    })
    expect((imported.body as { json: object }).json).toMatchObject({
      created: 1,
      failed: [{ index: 1, code: 'faq.foreign_image', message: FOREIGN_IMAGE }],
    })
  })

  it('have images with their whole address in the public API, and no images of other hosts', async () => {
    const { url } = await uploaded()
    const foreign = 'https://tracker.example/pixel.png'
    await faqWith(
      'How do I reset the device?',
      `Press the button:\n\n![The red button](${url})\n\n![Pixel](${foreign})`,
    )
    const origin = app.core.config.appUrl.origin
    const [named] = await app.rows(`select subdomain from workspaces where id = '${mine.workspaceId}'`)
    const { subdomain } = named as { subdomain: string }
    const img = `<img src="${origin}${url}" alt="The red button" width="640" height="480" loading="lazy">`
    const listed = await (await read(`/api/public/workspaces/${subdomain}/faqs`)).text()
    expect(JSON.parse(listed).items.at(-1)).toMatchObject({ answer_html: expect.stringContaining(img) })
    expect(listed).not.toContain(`src=\\"${foreign}`)
    const request = new Request('http://localhost/api/public/ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subdomain, question: 'How do I reset the device?' }),
    })
    const asked = (await (await app.fetch(request)).json()) as { answer: string; answer_html: string; blocks: object[] }
    expect(asked.answer).toContain(`![The red button](${origin}${url})`)
    expect(asked.answer_html).toContain(img)
    expect(JSON.stringify(asked.blocks)).toContain(`"src":"${origin}${url}"`)
  })
})

describe('an image that no answer shows', () => {
  const later = (days: number) => new Date(Date.now() + days * 86_400_000)
  const remove = (days: number) => removeUnusedImages(app.core.knowledge.services, later(days))
  const isThere = async (url: string) => (await statusFor(url, mine)) === 200

  it('is removed after a week with its file, unless an earlier version or the trash shows it', async () => {
    const [unused, shown, former, trashed] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()]
    await faqWith('Shown?', `![a](${shown.url})`)
    const changed = idOf(await faqWith('Former?', `![a](${former.url})`))
    await call('faqs/update', { id: changed, answer: 'Without.' })
    await call('faqs/delete', { id: idOf(await faqWith('Trashed?', `![a](${trashed.url})`)) })

    const recent = await uploaded()
    const name = recent.url.split('/').at(-1)
    await app.rows(`update faq_images set created_at = now() + interval '5 days' where name = '${name}' returning 1`)

    await remove(6)
    expect(await isThere(unused.url)).toBe(true)
    await remove(8)
    await vi.waitFor(async () => expect(await isThere(unused.url)).toBe(false), 15_000)
    expect(await Promise.all([shown, former, trashed, recent].map(({ url }) => isThere(url)))).toEqual([
      ...[true, true, true, true],
    ])
    expect(await app.rows(`select 1 from faq_images where name like '%${unused.url.split('/').at(-1)}'`)).toEqual([])
  })

  it('is removed with its workspace', async () => {
    const leaving = await app.tenant('Leaving')
    const { url } = await uploaded(leaving)
    expect(await statusFor(url, leaving)).toBe(200)
    await call('workspaces/delete', { confirm_name: 'Leaving', password: leaving.password }, leaving)
    await vi.waitFor(
      async () =>
        expect(await Array.fromAsync(app.core.storage.list(answerImageFolder(leaving.workspaceId)))).toEqual([]),
      15_000,
    )
  })
})
