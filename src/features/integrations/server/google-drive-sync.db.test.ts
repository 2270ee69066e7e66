// Repeated imports from Google Drive: changes, deletions, and failures.
import { beforeEach, describe, expect, test } from 'vitest'
import { docx } from '../../../../tests/support/files/office-files.ts'
import { DRIVE_KINDS, type DriveServer, startDrive } from '../../../../tests/support/google/drive-server.ts'
import { driveTenant } from '../../../../tests/support/google/drive-tenant.ts'

let drive: DriveServer

/** A Drive of each test's own: what one does to it is not the next one's. */
beforeEach(async () => {
  drive = await startDrive()
  return () => drive.stop()
})

const text = (words: string) => new TextEncoder().encode(words)
const said = (words: string) => docx([{ text: words }])

/** Three files in a folder that was imported. */
async function imported() {
  const folder = drive.folder('Help')
  const within = { parents: [folder.id], mimeType: DRIVE_KINDS.document }
  const files = {
    returns: drive.file({ ...within, name: 'Returns', bytes: said('Blankets are returned within thirty days.') }),
    warranty: drive.file({ ...within, name: 'Warranty', bytes: said('The warranty lasts eleven years.') }),
    repairs: drive.file({ ...within, name: 'Repairs', bytes: said('Holes are darned for free.') }),
  }
  const tenant = await driveTenant(drive)
  expect(await tenant.only(folder)).toMatchObject({ state: 'completed', added: 3, found: 3, done: 3 })
  drive.calls.length = 0
  return { ...tenant, folder, files }
}
const readings = () =>
  drive.calls.filter(({ path, query }) => path.endsWith('/export') || query.get('alt') === 'media').length
const listings = () => drive.calls.filter(({ path }) => path === '/drive/v3/files').length

describe('importing again', () => {
  test('reads what changed, takes away what is gone, and asks for nothing else', async () => {
    const { pass, files, folder, search, ledger } = await imported()
    drive.change(files.returns, { bytes: said('Blankets are returned within ninety days.') })
    drive.change(files.repairs, { trashed: true })
    drive.file({ name: 'New', mimeType: DRIVE_KINDS.text, bytes: text('We ship on Fridays.'), parents: [folder.id] })
    drive.file({ name: 'Elsewhere', mimeType: DRIVE_KINDS.text, bytes: text('A diary.') })
    expect(await pass()).toMatchObject({ state: 'completed', added: 1, updated: 1, removed: 1, failed: 0 })
    expect(listings()).toBe(0)
    expect(readings()).toBe(2)
    expect((await search('return blankets'))[0]?.excerpt).toContain('ninety days')
    expect([...(await ledger()).keys()].sort()).toEqual(['New', 'Returns', 'Warranty'])
    drive.calls.length = 0
    expect(await pass()).toMatchObject({ state: 'completed', added: 0, updated: 0, removed: 0 })
    expect(readings()).toBe(0)
  })

  test('follows what is deleted for good, moved out, and renamed', async () => {
    const { pass, files, ledger } = await imported()
    drive.remove(files.returns)
    drive.change(files.warranty, { parents: [drive.rootId] })
    drive.change(files.repairs, { name: 'Mending', modified: files.repairs.modified })
    expect(await pass()).toMatchObject({ state: 'completed', removed: 2 })
    expect([...(await ledger()).keys()]).toEqual(['Mending'])
  })

  test('a folder that goes takes along what is in it, also where nobody says so', async () => {
    const { pass, folder, ledger } = await imported()
    drive.change(folder, { trashed: true })
    expect(await pass()).toMatchObject({ state: 'completed', removed: 3 })
    expect((await ledger()).size).toBe(0)
  })

  test('a feed that Google has forgotten is no loss', async () => {
    const { pass, files } = await imported()
    drive.change(files.returns, { bytes: said('Within ninety days.') })
    drive.forgetFeeds()
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1, unchanged: 2 })
  })
})

describe('trouble', () => {
  test('an access token that is over is renewed, once', async () => {
    const { pass, files } = await imported()
    drive.change(files.returns, { bytes: said('Within ninety days.') })
    drive.revokeAll({ renewable: true })
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1 })
    expect(drive.counters.renewed).toBe(1)
  })

  test('access taken back ends it; what was imported still answers', async () => {
    const { pass, integration, search } = await imported()
    drive.revokeAll()
    expect(await pass()).toMatchObject({ state: 'failed' })
    expect(await integration()).toMatchObject({
      is_active: false,
      reason: 'Google Drive no longer gives access. Connect it again. Imported content is still used for answers.',
    })
    expect((await search('warranty'))[0]).toMatchObject({ title: 'Warranty' })
  })

  test('too many requests are repeated as Google asks; a 403 that says so, too', async () => {
    const { pass, files } = await imported()
    drive.change(files.returns, { bytes: said('Within ninety days.') })
    drive.failNext(2, 429, 'rateLimitExceeded', undefined, { 'retry-after': '0' })
    drive.failNext(1, 403, 'userRateLimitExceeded', undefined, { 'retry-after': '0' })
    drive.failNext(1, 503, 'backendError', undefined, { 'retry-after': '0' })
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1 })
  })

  test('a Google that is down for an hour takes nothing away', async () => {
    const { pass, ledger, integration } = await imported()
    drive.failNext(1000, 500, 'backendError', undefined, { 'retry-after': '0' })
    expect(await pass()).toMatchObject({
      state: 'failed',
      removed: 0,
      reason:
        'Google Drive returned an unexpected response. Imported content is still used for answers. We will try again later.',
    })
    expect(await integration()).toMatchObject({ is_active: true })
    expect([...(await ledger()).values()].map(({ state }) => state)).toEqual(['ready', 'ready', 'ready'])
    drive.recover()
    expect(await pass()).toMatchObject({ state: 'completed' })
  })

  test('access taken back in the middle of a pass leaves what was read', async () => {
    const { folder, pass, ledger } = await imported()
    for (let index = 0; index < 9; index++)
      drive.file({ name: `F${index}`, mimeType: DRIVE_KINDS.text, bytes: text(`Says ${index}.`), parents: [folder.id] })
    drive.onCall = () => {
      if (readings() === 4) drive.revokeAll()
    }
    expect(await pass()).toMatchObject({ state: 'failed' })
    const states = [...(await ledger()).values()].map(({ state }) => state)
    expect(states.filter((state) => state === 'ready').length).toBeGreaterThanOrEqual(3)
    expect(states).not.toContain('processing')
    expect(states).not.toContain('queued')
  })

  test('the API that the operator has not switched on is named', async () => {
    const { only } = await driveTenant(drive)
    drive.failNext(1000, 403, 'accessNotConfigured')
    expect(await only(drive.folder('Help'))).toMatchObject({
      state: 'failed',
      reason: 'The Google Drive API is not switched on in the Google project of this server.',
    })
  })
})
