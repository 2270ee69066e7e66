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

describe('a later sync', () => {
  test('reads changed files, removes deleted ones, and requests nothing else', async () => {
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

  test('handles files that are permanently deleted, moved out, or renamed', async () => {
    const { pass, files, ledger } = await imported()
    drive.remove(files.returns)
    drive.change(files.warranty, { parents: [drive.rootId] })
    drive.change(files.repairs, { name: 'Mending', modified: files.repairs.modified })
    expect(await pass()).toMatchObject({ state: 'completed', removed: 2 })
    expect([...(await ledger()).keys()]).toEqual(['Mending'])
  })

  test('removes the content of a removed folder, even if the feed does not list it', async () => {
    const { pass, folder, ledger } = await imported()
    drive.change(folder, { trashed: true })
    expect(await pass()).toMatchObject({ state: 'completed', removed: 3 })
    expect((await ledger()).size).toBe(0)
  })

  test('recovers when Google has dropped the change feed', async () => {
    const { pass, files } = await imported()
    drive.change(files.returns, { bytes: said('Within ninety days.') })
    drive.forgetFeeds()
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1, unchanged: 2 })
  })
})

describe('a failing Google Drive', () => {
  test('has an expired access token renewed once', async () => {
    const { pass, files } = await imported()
    drive.change(files.returns, { bytes: said('Within ninety days.') })
    drive.revokeAll({ renewable: true })
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1 })
    expect(drive.counters.renewed).toBe(1)
  })

  test('ends the sync when access is revoked, and imported content still answers', async () => {
    const { pass, integration, search } = await imported()
    drive.revokeAll()
    expect(await pass()).toMatchObject({ state: 'failed' })
    expect(await integration()).toMatchObject({
      is_active: false,
      reason: 'Google Drive no longer grants access. Connect it again. Imported content is still used for answers.',
    })
    expect((await search('warranty'))[0]).toMatchObject({ title: 'Warranty' })
  })

  test('is retried as Google requests after too many requests, also for a 403', async () => {
    const { pass, files } = await imported()
    drive.change(files.returns, { bytes: said('Within ninety days.') })
    drive.failNext(2, 429, 'rateLimitExceeded', undefined, { 'retry-after': '0' })
    drive.failNext(1, 403, 'userRateLimitExceeded', undefined, { 'retry-after': '0' })
    drive.failNext(1, 503, 'backendError', undefined, { 'retry-after': '0' })
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1 })
  })

  test('causes no loss of content when it is unavailable for an hour', async () => {
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

  test('keeps the files read before access was revoked', async () => {
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

  test('reports the API that the operator has not enabled', async () => {
    const { only } = await driveTenant(drive)
    drive.failNext(1000, 403, 'accessNotConfigured')
    expect(await only(drive.folder('Help'))).toMatchObject({
      state: 'failed',
      reason: 'The Google Drive API is not switched on in the Google project of this server.',
    })
  })
})
