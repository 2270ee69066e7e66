import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storageContract } from '../../../tests/support/storage/storage-contract.ts'
import { createStorage, localStorage, savedAs } from './index.ts'

async function inFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  try {
    return await use(dir)
  } finally {
    await rm(dir, { recursive: true })
  }
}

storageContract('localStorage', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  return { storage: localStorage(join(dir, 'files')), cleanup: () => rm(dir, { recursive: true }) }
})

test.each([
  ['plain.txt', `attachment; filename="plain.txt"; filename*=UTF-8''plain.txt`],
  [
    'a"; filename=evil.html; "',
    `attachment; filename="a_; filename=evil.html; _"; filename*=UTF-8''a%22%3B%20filename%3Devil.html%3B%20%22`,
  ],
  ['a\r\nSet-Cookie: x=1', `attachment; filename="a__Set-Cookie: x=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1`],
  [
    "100%_'ünï'(*).md",
    `attachment; filename="100__'_n_'(*).md"; filename*=UTF-8''100%25_%27%C3%BCn%C3%AF%27%28%2a%29.md`,
  ],
  ['half \ud83d', `attachment; filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
])('the name %j of a download stays one header value', (name, header) => {
  expect(savedAs(name)).toBe(header)
})

test('a link in the folder cannot lead outside it', () =>
  inFolder(async (dir) => {
    const storage = localStorage(join(dir, 'files'))
    await storage.put('a', Buffer.from('a'), { contentType: 'text/plain' })
    await writeFile(join(dir, 'secret'), 'secret')
    await symlink(dir, join(dir, 'files', 'out'))
    await symlink(join(dir, 'secret'), join(dir, 'files', 'link'))
    await expect(Array.fromAsync(storage.get('out/secret'))).rejects.toThrow()
    await expect(Array.fromAsync(storage.get('link'))).rejects.toThrow()
    await expect(storage.put('out/new', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow()
    expect(await readdir(dir)).toEqual(['files', 'secret'])
  }))

test('files are readable by their user only, and unfinished ones are removed', () =>
  inFolder(async (dir) => {
    const storage = localStorage(dir)
    await storage.put('a/b', Buffer.from('x'), { contentType: 'text/plain' })
    expect((await stat(join(dir, 'a', 'b'))).mode & 0o777).toBe(0o600)
    expect(await readdir(join(dir, '.unfinished'))).toEqual([])
    await storage.delete('a/b')
    expect(await readdir(dir)).toEqual(['.unfinished'])
  }))

test('a key cannot also be a folder', () =>
  inFolder(async (dir) => {
    const storage = localStorage(dir)
    await storage.put('a', Buffer.from('x'), { contentType: 'text/plain' })
    await expect(storage.put('a/b', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toMatchObject({
      code: 'storage.key',
    })
    await storage.deletePrefix('a/')
    expect(await Array.fromAsync(storage.list(''))).toEqual(['a'])
  }))

test('a folder that is a file is reported', () =>
  inFolder(async (dir) => {
    await writeFile(join(dir, 'file'), '')
    await expect(localStorage(join(dir, 'file')).check()).rejects.toThrow()
  }))

test('less free space than needed is reported as a full disk', () =>
  inFolder(async (dir) => {
    await expect(localStorage(dir).check()).resolves.toBeUndefined()
    await expect(localStorage(dir, Number.MAX_SAFE_INTEGER).check()).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'storage.full',
    })
  }))

test('createStorage uses the data folder without a bucket', () =>
  inFolder(async (dir) => {
    await createStorage({ dataDir: dir, s3: null }).put('a', Buffer.from('x'), { contentType: 'text/plain' })
    expect(await readdir(join(dir, 'files'))).toContain('a')
  }))
