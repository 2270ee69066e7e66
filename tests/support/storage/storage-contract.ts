import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileStorage } from '../../../src/platform/storage/index.ts'

export interface StorageUnderTest {
  storage: FileStorage
  cleanup: () => Promise<void>
}

/** Contract of every file storage; each implementation runs it with its own empty storage per test. */
export function storageContract(name: string, make: () => Promise<StorageUnderTest>): void {
  describe(`the storage ${name}`, () => {
    let storage: FileStorage
    let cleanup: () => Promise<void>
    beforeEach(async () => {
      const made = await make()
      storage = made.storage
      cleanup = made.cleanup
    })
    afterEach(() => cleanup())

    const put = (key: string, text = key) => storage.put(key, Buffer.from(text), { contentType: 'text/plain' })
    const read = async (key: string) => (await buffer(storage.get(key))).toString()
    const keys = (prefix: string) => Array.fromAsync(storage.list(prefix))

    test('keeps content, size and type', async () => {
      await storage.put('a/logo.png', Buffer.from([0, 255, 1]), { contentType: 'image/png' })
      expect(await buffer(storage.get('a/logo.png'))).toEqual(Buffer.from([0, 255, 1]))
      const found = await storage.stat('a/logo.png')
      expect(found).toMatchObject({ size: 3, contentType: 'image/png' })
      expect(found?.modifiedAt).toBeInstanceOf(Date)
    })

    test('accepts a stream, also an empty or a long one', async () => {
      await storage.put('empty', Readable.from([]), { contentType: 'text/plain' })
      expect(await read('empty')).toBe('')
      const chunk = Buffer.alloc(64 * 1024, 'x')
      await storage.put('long', Readable.from(Array.from({ length: 40 }, () => chunk)), { contentType: 'text/plain' })
      expect((await storage.stat('long'))?.size).toBe(40 * 64 * 1024)
      expect((await buffer(storage.get('long'))).length).toBe(40 * 64 * 1024)
    })

    test('replaces a file, and keeps the old content when a stream breaks', async () => {
      await put('doc', 'first')
      await put('doc', 'second')
      expect(await read('doc')).toBe('second')
      const broken = new PassThrough()
      const writing = storage.put('doc', broken, { contentType: 'text/plain' })
      broken.write('thi')
      broken.destroy(new Error('connection lost'))
      await expect(writing).rejects.toThrow('connection lost')
      expect(await read('doc')).toBe('second')
      expect(await keys('')).toEqual(['doc'])
    })

    test('stores the complete content of one of many simultaneous writers', async () => {
      const texts = Array.from({ length: 10 }, (_, index) => String(index).repeat(50_000))
      await Promise.all(texts.map((text) => put('shared/file', text)))
      expect(texts).toContain(await read('shared/file'))
    })

    test('does not fail when writing during a deletion', async () => {
      await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          await put(`busy/folder/${index}`)
          await storage.delete(`busy/folder/${index}`)
        }),
      )
      expect(await keys('')).toEqual([])
    })

    test('reports missing files', async () => {
      expect(await storage.stat('none')).toBe(null)
      await expect(read('none')).rejects.toMatchObject({ kind: 'not_found', code: 'file.not_found' })
      await expect(storage.delete('none/at/all')).resolves.toBe(undefined)
      await expect(storage.deletePrefix('none/')).resolves.toBe(undefined)
      expect(await keys('none/')).toEqual([])
    })

    test('lists in the order of the keys, by whole segments', async () => {
      for (const key of ['w/10/a', 'w/1/b', 'w/1/a', 'w/1.txt', 'w/1/a-b/c', 'x']) await put(key)
      expect(await keys('')).toEqual(['w/1.txt', 'w/1/a', 'w/1/a-b/c', 'w/1/b', 'w/10/a', 'x'].sort())
      expect(await keys('w/1/')).toEqual(['w/1/a', 'w/1/a-b/c', 'w/1/b'].sort())
    })

    test('deletes one key, or everything under a prefix and nothing else', async () => {
      for (const key of ['w/1/a', 'w/1/b/c', 'w/10/a']) await put(key)
      await storage.delete('w/1/a')
      expect(await keys('')).toEqual(['w/1/b/c', 'w/10/a'])
      await storage.deletePrefix('w/1/')
      expect(await keys('')).toEqual(['w/10/a'])
      expect(await storage.stat('w/1/b/c')).toBe(null)
    })

    test.each([
      '',
      '/etc/passwd',
      '../secret',
      'a/../../secret',
      'a/..',
      'a//b',
      'a/',
      './a',
      '.types/a',
      'a\0b',
      'a\\b',
      'A',
      'é',
      'a b',
      'a%2e%2e',
      `${'a'.repeat(201)}`,
      `${'a/'.repeat(256)}a`,
    ])('refuses the key %j in every operation', async (key) => {
      const invalid = { kind: 'invalid', code: 'storage.key' }
      await expect(put(key, 'x')).rejects.toMatchObject(invalid)
      await expect(storage.stat(key)).rejects.toMatchObject(invalid)
      await expect(storage.delete(key)).rejects.toMatchObject(invalid)
      expect(() => storage.get(key)).toThrow(expect.objectContaining(invalid))
    })

    test.each(['', 'a', '../', '/', 'a/../'])('refuses to delete the prefix %j', async (prefix) => {
      await expect(storage.deletePrefix(prefix)).rejects.toMatchObject({ kind: 'invalid', code: 'storage.key' })
    })

    test('reports if it is writable', async () => {
      await expect(storage.check()).resolves.toBe(undefined)
    })
  })
}
