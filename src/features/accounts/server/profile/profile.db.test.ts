// Names, address, picture and sessions of a signed-in person.
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf, tokenIn, visit } from '../../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../../tests/support/app/test-app.ts'

const app = await createTestApp({}, { work: true })

const ORIGIN = 'http://localhost:3000'

describe('names', () => {
  it('accepts a hundred characters and refuses two hundred', async () => {
    const { client } = await join(app)
    expect(await client.accounts.updateProfile({ first_name: 'É'.repeat(100), last_name: ' L ' })).toMatchObject({
      first_name: 'É'.repeat(100),
      last_name: 'L',
    })
    expect(
      await refusalOf(client.accounts.updateProfile({ first_name: 'x'.repeat(200), last_name: '' })),
    ).toMatchObject({ kind: 'invalid', message: 'Please keep this to at most 100 characters.' })
  })

  it('reads a missing profile row as an empty one and creates it on save', async () => {
    const person = await join(app)
    await app.rows(`delete from profiles where id = '${person.id}'`)
    expect(await person.client.accounts.me()).toMatchObject({ first_name: 'Ada', last_name: 'Weaver' })
    // Nor is there a subscription: nothing is paid for, and who never had a trial meets no paywall.
    expect(await person.client.billing.access()).toMatchObject({ plan: 'none', has_access: false, paywall: false })
    expect(await person.client.accounts.updateProfile({ first_name: 'Eve', last_name: 'M' })).toMatchObject({
      first_name: 'Eve',
    })
  })
})

describe('changing the email address', () => {
  it('waits for confirmation by the new address and notifies the old one', async () => {
    const person = await join(app)
    const email = `new-${person.email}`
    expect(await refusalOf(person.client.accounts.requestEmailChange({ email, password: 'not it' }))).toMatchObject({
      code: 'auth.wrong_password',
    })
    expect(
      await refusalOf(person.client.accounts.requestEmailChange({ email: person.email, password: person.password })),
    ).toMatchObject({ code: 'account.same_email' })
    const asked = await person.client.accounts.requestEmailChange({
      email: email.toUpperCase(),
      password: person.password,
    })
    expect(asked).toMatchObject({ email: person.email, pending_email: email })
    await mailTo(app, person.email, /A new email address for your account/)
    const token = tokenIn(await mailTo(app, email, /Confirm your new email address/))
    // In another browser the link alone is not enough.
    const elsewhere = visit(app).client.accounts
    expect(await refusalOf(elsewhere.confirmEmailChange({ token }))).toMatchObject({ code: 'auth.password_required' })
    const wrong = { token, password: 'not it' }
    expect(await refusalOf(elsewhere.confirmEmailChange(wrong))).toMatchObject({ code: 'auth.wrong_password' })
    expect(await person.client.accounts.me()).toMatchObject({ email: person.email, pending_email: email })
    expect(await elsewhere.confirmEmailChange({ token, password: person.password })).toEqual({ email })
    expect(await person.client.accounts.me()).toMatchObject({ email, pending_email: null })
    await mailTo(app, person.email, /Your email address was changed/)
    expect(await refusalOf(visit(app).client.accounts.confirmEmailChange({ token }))).toMatchObject({
      code: 'auth.link_invalid',
    })
    expect(await visit(app).client.accounts.signIn({ email, password: person.password })).toEqual({ signed_in: true })
    expect(await refusalOf(visit(app).client.accounts.signIn(person))).toMatchObject({
      code: 'auth.invalid_credentials',
    })
  })

  it('gives the same response for a taken address and emails its owner instead', async () => {
    const person = await join(app)
    const other = await join(app)
    expect(
      await person.client.accounts.requestEmailChange({ email: other.email, password: person.password }),
    ).toMatchObject({ pending_email: other.email })
    await mailTo(app, other.email, /You already have an Answerloom account/)
  })

  it('stops when the address is taken before the confirmation, and after a cancellation', async () => {
    const person = await join(app)
    const email = `soon-${person.email}`
    const ask = () => person.client.accounts.requestEmailChange({ email, password: person.password })
    await ask()
    const cancelled = tokenIn(await mailTo(app, email, /Confirm your new email address/))
    expect(await person.client.accounts.cancelEmailChange()).toMatchObject({ pending_email: null })
    expect(await refusalOf(visit(app).client.accounts.confirmEmailChange({ token: cancelled }))).toMatchObject({
      code: 'auth.link_invalid',
    })
    await ask()
    const token = await expect
      .poll(async () => tokenIn(await mailTo(app, email, /Confirm your new email address/)), { timeout: 20_000 })
      .not.toBe(cancelled)
      .then(async () => tokenIn(await mailTo(app, email, /Confirm your new email address/)))
    await join(app, { email })
    expect(await refusalOf(person.client.accounts.confirmEmailChange({ token }))).toMatchObject({
      code: 'account.email_taken',
    })
    expect(await person.client.accounts.me()).toMatchObject({ email: person.email })
  })
})

describe('the profile image', () => {
  const picture = (width = 600, height = 300) =>
    sharp({ create: { width, height, channels: 3, background: '#2a6' } }).withExif({
      IFD0: { Copyright: 'secret place' },
    })
  const file = (bytes: Buffer, type = 'image/png') => new File([new Uint8Array(bytes)], 'me.png', { type })

  it.each(['jpeg', 'png', 'gif'] as const)(
    'accepts a %s, re-encodes it as a square, and stores nothing else',
    async (format) => {
      const person = await join(app)
      const bytes = await picture().toFormat(format).toBuffer()
      const crop = { left: 0.25, top: 0, width: 0.5, height: 1 }
      const { avatar_url } = await person.client.accounts.setAvatar({ file: file(bytes, `image/${format}`), crop })
      expect(avatar_url).toMatch(new RegExp(`^/files/avatars/${person.id}/[0-9a-f-]{36}\\.webp$`))
      const response = await app.fetch(new Request(`${ORIGIN}${avatar_url}`, { headers: { cookie: person.cookie() } }))
      expect(response.status).toBe(200)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-disposition')).toBe('attachment')
      const stored = Buffer.from(await response.arrayBuffer())
      const { width, height, format: made, exif } = await sharp(stored).metadata()
      expect({ width, height, made, exif }).toEqual({ width: 256, height: 256, made: 'webp', exif: undefined })
      expect(stored.includes('secret place')).toBe(false)
      expect((await app.fetch(new Request(`${ORIGIN}${avatar_url}`))).status, 'only for signed-in persons').toBe(401)

      const { avatar_url: next } = await person.client.accounts.setAvatar({ file: file(bytes) })
      expect(next).not.toBe(avatar_url)
      const keys = async () => Array.fromAsync(app.core.storage.list(`avatars/${person.id}/`))
      expect(await keys(), 'the former file is gone').toHaveLength(1)
      expect(await person.client.accounts.removeAvatar()).toMatchObject({ avatar_url: null })
      expect(await keys()).toEqual([])
    },
  )

  it('is checked by its content: files that are no image or of another format are refused', async () => {
    const { client } = await join(app)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const whole = await picture().png().toBuffer()
    const wrong = [
      svg,
      Buffer.from('not a picture'),
      Buffer.alloc(0),
      await picture().webp().toBuffer(),
      whole.subarray(0, 60),
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('junk')]),
    ]
    for (const bytes of wrong)
      expect(await refusalOf(client.accounts.setAvatar({ file: file(bytes) }))).toMatchObject({
        code: 'account.avatar',
        message: 'This file cannot be read as an image. JPG, GIF or PNG. 1MB max.',
      })
    expect(await client.accounts.me()).toMatchObject({ avatar_url: null })
  })

  it('refuses more than a megabyte, and small files that decompress beyond the memory limit', async () => {
    const { client } = await join(app)
    const large = file(Buffer.concat([await picture().png().toBuffer(), Buffer.alloc(1024 * 1024)]))
    expect(await refusalOf(client.accounts.setAvatar({ file: large }))).toMatchObject({
      message: 'This image is too large. JPG, GIF or PNG. 1MB max.',
    })
    const bomb = file(
      await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    )
    expect(bomb.size).toBeLessThan(1024 * 1024)
    expect(await refusalOf(client.accounts.setAvatar({ file: bomb }))).toMatchObject({ code: 'account.avatar' })
  })

  it.each(['../../secret-key', 'x.webp', '..%2f..%2fsecret-key', '%00.webp'])('serves nothing at %s', async (name) => {
    const person = await join(app)
    const request = new Request(`${ORIGIN}/files/avatars/${person.id}/${name}`, {
      headers: { cookie: person.cookie() },
    })
    expect((await app.fetch(request)).status).toBe(404)
  })
})

describe('sessions', () => {
  it("lists the user's own ones with their device, ends one, and then all", async () => {
    const person = await join(app)
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const phone = visit(app, {
      'user-agent': agent,
      'x-forwarded-for': '203.0.113.9',
      'x-answerloom-client-address': '203.0.113.9',
    })
    await phone.client.accounts.signIn(person)
    const { items } = await person.client.accounts.sessions.list()
    expect(items.map(({ device, current }) => [device, current]).sort()).toEqual([
      ['Firefox on Linux', false],
      ['Unknown device', true],
    ])
    expect(
      items.some(({ address }) => address?.includes('203.0.113')),
      'addresses are not believed',
    ).toBe(false)
    const other = items.find(({ current }) => !current)?.id ?? ''
    const stranger = await join(app)
    expect(await refusalOf(stranger.client.accounts.sessions.revoke({ id: other }))).toMatchObject({
      code: 'session.not_found',
    })
    await person.client.accounts.sessions.revoke({ id: other })
    expect(await phone.client.accounts.me()).toBeNull()
    expect(await refusalOf(person.client.accounts.sessions.revoke({ id: other }))).toMatchObject({ kind: 'not_found' })

    await phone.client.accounts.signIn(person)
    await person.client.accounts.sessions.revokeAll()
    expect(await person.client.accounts.me()).toBeNull()
    expect(await phone.client.accounts.me()).toBeNull()
    expect(await stranger.client.accounts.me()).not.toBeNull()
  })

  it('extends a session that is in use, including its cookie', async () => {
    const person = await join(app)
    await app.rows(
      `update sessions set updated_at = now() - interval '1 day', expires_at = now() + interval '29 days' where user_id = '${person.id}'`,
    )
    const before = person.cookie()
    await person.client.accounts.sessions.list()
    expect(person.cookie()).toBe(before)
    const [row] = (await app.rows(
      `select updated_at > now() - interval '1 minute' as seen, expires_at > now() + interval '29 days 23 hours' as renewed from sessions where user_id = '${person.id}'`,
    )) as { seen: boolean; renewed: boolean }[]
    expect(row).toEqual({ seen: true, renewed: true })
  })

  it('expire when unused', async () => {
    const person = await join(app)
    await app.rows(`update sessions set expires_at = now() - interval '1 second' where user_id = '${person.id}'`)
    expect(await refusalOf(person.client.accounts.sessions.list())).toMatchObject({ kind: 'unauthenticated' })
    expect(await person.client.accounts.me()).toBeNull()
  })

  it('expire after 90 days, however often they are used', async () => {
    const person = await join(app)
    const begun = (days: number) =>
      app.rows(`update sessions set created_at = now() - interval '${days} days' where user_id = '${person.id}'`)
    await begun(89)
    expect((await person.client.accounts.sessions.list()).items).toHaveLength(1)
    await begun(91)
    expect(await refusalOf(person.client.accounts.sessions.list())).toMatchObject({ kind: 'unauthenticated' })
    expect(await person.client.accounts.me()).toBeNull()
    await person.client.accounts.signIn(person)
    expect((await person.client.accounts.sessions.list()).items).toHaveLength(1)
  })
})
