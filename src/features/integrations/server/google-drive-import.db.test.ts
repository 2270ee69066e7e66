// Imports from Google Drive, with a fake of its API.
import { beforeEach, describe, expect, test } from 'vitest'
import { docx, pptx, xlsx } from '../../../../tests/support/files/office-files.ts'
import { pdf } from '../../../../tests/support/files/pdf-file.ts'
import {
  DRIVE_KINDS,
  type DriveServer,
  type StoredFile,
  startDrive,
} from '../../../../tests/support/google/drive-server.ts'
import { driveTenant } from '../../../../tests/support/google/drive-tenant.ts'

let drive: DriveServer

/** A Drive of each test's own: what one does to it is not the next one's. */
beforeEach(async () => {
  drive = await startDrive()
  return () => drive.stop()
})

const connected = () => driveTenant(drive)
const text = (words: string) => new TextEncoder().encode(words)
const readings = () =>
  drive.calls.filter(({ path, query }) => path.endsWith('/export') || query.get('alt') === 'media').length
const listings = () => drive.calls.filter(({ path }) => path === '/drive/v3/files').length

describe('an import from Google Drive', () => {
  test('exports Docs, Slides and Sheets, and reads files like uploads', async () => {
    const folder = drive.folder('Help')
    const within = { parents: [folder.id] }
    drive.file({
      ...within,
      name: 'Returns',
      mimeType: DRIVE_KINDS.document,
      bytes: docx([{ heading: 'Returns' }, { text: 'Within thirty days.' }]),
    })
    drive.file({
      ...within,
      name: 'Onboarding',
      mimeType: DRIVE_KINDS.presentation,
      bytes: pptx([{ title: 'First steps', points: ['Unpack the loom'] }]),
    })
    drive.file({
      ...within,
      name: 'Prices',
      mimeType: DRIVE_KINDS.spreadsheet,
      bytes: xlsx(
        {
          Blankets: [
            ['Size', 'Price', 'From'],
            ['Single', 40, { day: 46_082 }],
            ['Double', 72.5, ''],
          ],
          Cushions: [['Color'], ['Ochre | red']],
          Costs: [['Nobody reads this']],
        },
        ['Costs'],
      ),
    })
    drive.file({ ...within, name: 'Care.pdf', mimeType: DRIVE_KINDS.pdf, bytes: pdf([['Wash it by hand, cold.']]) })
    drive.file({ ...within, name: 'Notes', mimeType: DRIVE_KINDS.text, bytes: text('We are closed on Mondays.') })
    const { only, textOf, ledger, search } = await connected()
    expect(await only(folder)).toMatchObject({ state: 'completed', added: 5, skipped: 0, failed: 0 })
    expect(await textOf('Returns')).toBe('# Returns\n\nWithin thirty days.')
    expect(await textOf('Onboarding')).toContain('## First steps\n\n- Unpack the loom')
    expect(await textOf('Prices')).toBe(
      [
        '## Blankets',
        '| Size | Price | From |\n| --- | --- | --- |\n| Single | 40 | 2026-03-01 |\n| Double | 72.5 |  |',
        '## Cushions',
        '| Color |\n| --- |\n| Ochre \\| red |',
      ].join('\n\n'),
    )
    expect(await textOf('Care.pdf')).toContain('Wash it by hand, cold.')
    expect(await textOf('Notes')).toBe('We are closed on Mondays.')
    expect((await ledger()).get('Returns')?.url).toMatch(/^https:\/\/docs\.google\.com\/document\/d\/.+\/edit$/)
    expect((await search('closed on Mondays'))[0]).toMatchObject({ title: 'Notes' })
  })

  test('gives a reason for unread files and does not list images', async () => {
    const folder = drive.folder('Help')
    const within = { parents: [folder.id] }
    drive.file({ ...within, name: 'Film.pdf', mimeType: DRIVE_KINDS.pdf, size: 200 * 1024 * 1024 })
    drive.file({ ...within, name: 'Archive.zip', mimeType: DRIVE_KINDS.zip, bytes: text('PK') })
    drive.file({ ...within, name: 'A way there', mimeType: DRIVE_KINDS.shortcut })
    drive.file({ ...within, name: 'Kept', mimeType: DRIVE_KINDS.pdf, bytes: text('x'), withheld: 'cannotDownloadFile' })
    drive.file({
      ...within,
      name: 'Huge',
      mimeType: DRIVE_KINDS.document,
      bytes: text('x'),
      withheld: 'exportSizeLimitExceeded',
    })
    drive.file({ ...within, name: 'Broken.pdf', mimeType: DRIVE_KINDS.pdf, bytes: text('%PDF-nothing') })
    drive.file({ ...within, name: 'Photo.png', mimeType: DRIVE_KINDS.png, bytes: text('png') })
    const { only, ledger } = await connected()
    const run = await only(folder)
    expect(run).toMatchObject({ state: 'completed', added: 0, skipped: 5, failed: 1 })
    const reasons = Object.fromEntries(run.problems.map(({ title, reason }) => [title, reason]))
    expect(reasons).toMatchObject({
      'Film.pdf': 'It is larger than 25 MB: 200 MB.',
      'Archive.zip': expect.stringMatching(/^Files of this kind are not read/),
      'A way there': 'This is a shortcut. Choose its target instead.',
      Kept: 'Its owner has disabled downloads.',
      Huge: 'It is too large for Google to export: the limit is 10 MB.',
      'Broken.pdf': expect.stringMatching(/./),
    })
    expect((await ledger()).has('Photo.png')).toBe(false)
    expect(readings(), 'what is too large is not even fetched').toBe(3)
  })

  test('reads everything below a folder and nothing outside it, or a single file', async () => {
    const folder = drive.folder('Help')
    let parent = folder
    for (let level = 1; level <= 30; level++) parent = drive.folder(`Level ${level}`, { parents: [parent.id] })
    const at = (name: string, parents: string[], options: Partial<StoredFile> = {}) =>
      drive.file({ name, mimeType: DRIVE_KINDS.text, bytes: text(`This is ${name}.`), parents, ...options })
    at('Deep', [parent.id])
    at('Beside', [drive.rootId])
    at('Thrown away', [folder.id], { trashed: true })
    const single = at('Single', [drive.rootId])
    drive.folder('Empty', { parents: [folder.id] })
    const { only, ledger } = await connected()
    expect(await only(folder, single)).toMatchObject({ state: 'completed', added: 2 })
    expect([...(await ledger()).keys()].sort()).toEqual(['Deep', 'Single'])
    expect(await only(single)).toMatchObject({ state: 'completed', removed: 1, unchanged: 1 })
    expect([...(await ledger()).keys()]).toEqual(['Single'])
  })

  test('reads a shared drive with its own change feed', async () => {
    const team = drive.sharedDrive('Team')
    const sub = drive.folder('Help', { parents: [team.id], driveId: team.id })
    const file = drive.file({
      name: 'Shifts',
      mimeType: DRIVE_KINDS.text,
      bytes: text('The early shift begins at six.'),
      parents: [sub.id],
      driveId: team.id,
    })
    const { only, pass, search } = await connected()
    expect(await only(team)).toMatchObject({ state: 'completed', added: 1 })
    drive.change(file, { bytes: text('The early shift begins at seven.') })
    drive.calls.length = 0
    expect(await pass()).toMatchObject({ state: 'completed', updated: 1 })
    expect(listings()).toBe(0)
    expect((await search('early shift'))[0]?.excerpt).toContain('seven')
  })

  test('reads nothing before files are chosen', async () => {
    drive.file({ name: 'Private', mimeType: DRIVE_KINDS.text, bytes: text('A diary.') })
    const { integration, pass, ledger } = await connected()
    expect(await integration()).toMatchObject({ must_choose: true, chosen: null })
    expect(await pass()).toMatchObject({ state: 'completed', found: 0 })
    expect((await ledger()).size).toBe(0)
  })
})

describe('choosing files', () => {
  test('shows drives, shared files, a folder’s content, and search results', async () => {
    const help = drive.folder('Help')
    drive.folder('A folder', { parents: [help.id] })
    drive.file({ name: "It's a price list", mimeType: DRIVE_KINDS.spreadsheet, parents: [help.id] })
    drive.file({ name: 'Photo', mimeType: DRIVE_KINDS.png, parents: [help.id] })
    drive.folder('From Ada', { parents: [], sharedWithMe: true })
    const team = drive.sharedDrive('Team')
    drive.folder('Shifts', { parents: [team.id], driveId: team.id })
    const { call, id } = await connected()
    const browse = async (options: object) =>
      (
        await call<{ items: { id: string; title: string; kind: string; opens: boolean }[] }>('integrations/browse', {
          id,
          ...options,
        })
      ).items
    expect((await browse({})).map(({ title, kind, opens }) => [title, kind, opens])).toEqual([
      ['My Drive', 'drive', true],
      ['Team', 'drive', true],
      ['From Ada', 'folder', true],
    ])
    expect((await browse({ parent: help.id })).map(({ title, kind }) => [title, kind])).toEqual([
      ['A folder', 'folder'],
      ["It's a price list", 'spreadsheet'],
    ])
    expect((await browse({ parent: team.id })).map(({ title }) => title)).toEqual(['Shifts'])
    expect((await browse({ q: "It's a" })).map(({ title }) => title)).toEqual(["It's a price list"])
    expect(await browse({ q: "' or trashed = true or name contains '" })).toEqual([])
  })

  test('paginates a long folder', async () => {
    const help = drive.folder('Help')
    for (let index = 0; index < 130; index++)
      drive.file({ name: `File ${String(index).padStart(3, '0')}`, mimeType: DRIVE_KINDS.text, parents: [help.id] })
    const { call, id } = await connected()
    const first = await call<{ items: { title: string }[]; next_cursor: string | null }>('integrations/browse', {
      id,
      parent: help.id,
    })
    expect(first.items).toHaveLength(100)
    const second = await call<{ items: { title: string }[]; next_cursor: string | null }>('integrations/browse', {
      id,
      parent: help.id,
      cursor: first.next_cursor,
    })
    expect(second.items.map(({ title }) => title)).toContain('File 129')
    expect(second.next_cursor).toBeNull()
  })
})
