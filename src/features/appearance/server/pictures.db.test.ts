import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import { PICTURE_MAX_BYTES } from '../contract.ts'
import { pictureFolder } from './pictures.ts'

const app = await createTestApp()
const mine = await app.tenant('Mine')

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1f2937' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .jpeg()
    .toBuffer()
const fileOf = (bytes: Uint8Array, name = 'logo.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type })
const upload = (kind: 'logo' | 'header', file: File) =>
  app.rpc('appearance/uploadPicture', { kind, file }, { cookie: mine.cookie, workspaceId: mine.workspaceId })
const look = (answer: { body: unknown }) =>
  (answer.body as { json: { logo_url: string; header_bg_image_url: string; header_bg_type: string } }).json
const read = (path: string) => app.fetch(new Request(`http://localhost${path}`))
const stored = () => Array.fromAsync(app.core.storage.list(pictureFolder(mine.workspaceId)))

describe('a logo', () => {
  it('is re-encoded to fit, and is public under its own address', async () => {
    const answer = await upload('logo', fileOf(await picture(1600, 400)))
    expect(answer.status).toBe(200)
    const address = look(answer).logo_url
    expect(address).toMatch(new RegExp(`^/files/brand-assets/${mine.workspaceId}/logo-[0-9a-f-]{36}\\.webp$`))
    const response = await read(address)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 128 })
    expect(bytes.includes('a secret place')).toBe(false)
  })

  it('replaces the previous one, whose file is removed', async () => {
    const former = look(await upload('logo', fileOf(await picture(10, 10)))).logo_url
    const next = look(await upload('logo', fileOf(await picture(20, 20)))).logo_url
    expect(next).not.toBe(former)
    expect((await read(former)).status).toBe(404)
    expect((await read(next)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  })

  it('leaves no file when it is removed', async () => {
    const address = look(await upload('logo', fileOf(await picture(10, 10)))).logo_url
    const who = { cookie: mine.cookie, workspaceId: mine.workspaceId }
    await app.rpc('appearance/update', { widget_heading: 'Kept' }, who)
    expect((await read(address)).status).toBe(200)
    expect(look(await app.rpc('appearance/update', { logo_url: null }, who)).logo_url).toBe(null)
    expect((await read(address)).status).toBe(404)
    expect(await stored()).toEqual([])
    await upload('logo', fileOf(await picture(10, 10)))
  })

  it.each([
    ['larger than 10 MB', () => fileOf(new Uint8Array(PICTURE_MAX_BYTES + 1)), 'This image is too large.'],
    ['not an image', () => fileOf(Buffer.from('<svg onload=alert(1)>')), 'This file cannot be read as an image.'],
    ['an empty file', () => fileOf(new Uint8Array(0)), 'This file cannot be read as an image.'],
  ])('is refused with a message when it is %s, and the previous one stays', async (_, file, words) => {
    const before = await stored()
    expect(await upload('logo', file())).toMatchObject({
      status: 400,
      body: {
        json: {
          message: `${words} PNG/JPG up to 10MB`,
          data: { code: 'appearance.picture', details: { fields: [{ path: 'file' }] } },
        },
      },
    })
    expect(await stored()).toEqual(before)
  })

  it('is refused as a GIF with any file name', async () => {
    const gif = await sharp(await picture(4, 4))
      .gif()
      .toBuffer()
    expect((await upload('logo', fileOf(gif))).status).toBe(400)
  })

  it('is recognized by its content with any name and type', async () => {
    const png = await sharp(await picture(4, 4))
      .png()
      .toBuffer()
    expect((await upload('logo', fileOf(png, 'logo.svg', 'image/svg+xml'))).status).toBe(200)
  })

  it('is refused when it is animated or decompresses beyond the memory limit', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 4, background } })
        .png()
        .toBuffer()
    const frames = await Promise.all(['#f00', '#0f0'].map(frame))
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect(bomb.byteLength).toBeLessThan(PICTURE_MAX_BYTES / 10)
    const before = await stored()
    for (const bytes of [moving, bomb]) expect((await upload('logo', fileOf(bytes))).status).toBe(400)
    expect(await stored()).toEqual(before)
  })
})

describe('two owners saving at the same time', () => {
  const save = (changes: object) =>
    app.rpc('appearance/update', changes, { cookie: mine.cookie, workspaceId: mine.workspaceId })

  it("keep each other's changes, except in the same field, and the audit log records both", async () => {
    const both = await Promise.all([
      save({ widget_heading: 'From one', header_bg_color: '#112233' }),
      save({ widget_heading: 'From the other', header_text_color: '#fefefe' }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const now = await app.rpc('appearance/get', {}, { cookie: mine.cookie, workspaceId: mine.workspaceId })
    expect(now.body).toMatchObject({
      json: {
        widget_heading: expect.stringMatching(/^From (one|the other)$/),
        header_bg_color: '#112233',
        header_text_color: '#fefefe',
      },
    })
    const told = await app.rows(
      `select details from audit_log where workspace_id = '${mine.workspaceId}' and action = 'widget.changed' order by created_at desc limit 2`,
    )
    expect(JSON.stringify(told)).toContain('From one')
    expect(JSON.stringify(told)).toContain('From the other')
  })

  it('overwrite nothing that they have not seen or did not change', async () => {
    await save({ name: 'Reed', widget_heading: 'First' })
    const seen = { widget_heading: 'First' }
    expect((await save({ widget_heading: 'Mine', expected: seen })).status).toBe(200)
    const late = await save({ widget_heading: 'Theirs', name: 'Loom', expected: { ...seen, name: 'Reed' } })
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        json: {
          data: {
            code: 'appearance.changed_meanwhile',
            message: 'Another user has changed this.',
            details: { fields: [{ path: 'widget_heading', message: 'Another user has changed this.' }] },
          },
        },
      },
    ])
    expect(look(await save({}))).toMatchObject({ widget_heading: 'Mine', name: 'Reed' })
    // The same change twice is none, and what was seen may be replaced.
    expect((await save({ widget_heading: 'Mine', expected: seen })).status).toBe(200)
    expect((await save({ widget_heading: 'Theirs', expected: { widget_heading: 'Mine' } })).status).toBe(200)
    const both = await Promise.all(
      ['One', 'Two'].map((widget_heading) => save({ widget_heading, expected: { widget_heading: 'Theirs' } })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('leave exactly one logo, whose file exists', async () => {
    const answers = await Promise.all(
      [11, 12, 13].map(async (size) => upload('logo', fileOf(await picture(size, size)))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const shown = look(await save({})).logo_url
    expect(answers.map((answer) => look(answer).logo_url)).toContain(shown)
    expect((await read(shown)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  })
})

describe('a header image', () => {
  it('becomes the background', async () => {
    const got = look(await upload('header', fileOf(await picture(100, 50))))
    expect(got).toMatchObject({ header_bg_type: 'image', header_bg_image_url: expect.stringContaining('/header-') })
    expect((await read(got.header_bg_image_url)).status).toBe(200)
  })
})

it('the files of a workspace are deleted with it', async () => {
  const busy = await createTestApp({}, { work: true })
  const { cookie, workspaceId, name, password } = await busy.tenant('Going')
  const stored = () => Array.fromAsync(busy.core.storage.list(pictureFolder(workspaceId)))
  for (const kind of ['logo', 'header'])
    await busy.rpc('appearance/uploadPicture', { kind, file: fileOf(await picture(40, 10)) }, { cookie, workspaceId })
  expect(await stored()).toHaveLength(2)
  await busy.rpc('workspaces/delete', { confirm_name: name, password }, { cookie, workspaceId })
  await vi.waitFor(async () => expect(await stored()).toEqual([]), { timeout: 50_000, interval: 100 })
})

it('invalid addresses return 404', async () => {
  for (const path of ['x/logo.webp', `${mine.workspaceId}/..%2f..%2fsecret`, `${mine.workspaceId}/logo-none.webp`])
    expect((await read(`/files/brand-assets/${path}`)).status).toBe(404)
})
