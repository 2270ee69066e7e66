import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSilentServer } from '../../../tests/support/network/silent-server.ts'
import { type S3Server, startS3Server } from '../../../tests/support/storage/s3-server.ts'
import { storageContract } from '../../../tests/support/storage/storage-contract.ts'
import { localStorage, moveFiles, s3Storage } from './index.ts'

storageContract('s3Storage', async () => {
  // Pages of two: every listing of more goes over several of them.
  const server = await startS3Server({ pageSize: 2 })
  return { storage: s3Storage(server.config), cleanup: () => server.close() }
})

const TEXT = { contentType: 'text/plain' }
let server: S3Server
beforeEach(async () => {
  server = await startS3Server()
})
afterEach(() => server.close())

test('files are stored below the configured prefix, and nothing outside it is listed or deleted', async () => {
  const storage = s3Storage({ ...server.config, prefix: 'help/' })
  await s3Storage(server.config).put('other/a', Buffer.from('x'), TEXT)
  await storage.put('w/a', Buffer.from('x'), TEXT)
  expect([...server.files.keys()].sort()).toEqual(['help/w/a', 'other/a'])
  expect(await Array.fromAsync(storage.list(''))).toEqual(['w/a'])
  await storage.deletePrefix('w/')
  expect([...server.files.keys()]).toEqual(['other/a'])
})

test('large files are uploaded in parts, and an interrupted upload leaves none', async () => {
  const storage = s3Storage(server.config)
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  await storage.put('long', Readable.from(Array.from({ length: 13 }, () => chunk)), { contentType: 'image/png' })
  expect(server.requests.filter((request) => request.includes('partNumber'))).toHaveLength(3)
  expect(await storage.stat('long')).toMatchObject({ size: 13 * 1024 * 1024, contentType: 'image/png' })

  const broken = new PassThrough()
  const writing = storage.put('long', broken, TEXT)
  const sent = expect(writing).rejects.toThrow('connection lost')
  await new Promise<void>((resolve) =>
    Readable.from(Array.from({ length: 12 }, () => chunk))
      .pipe(broken, { end: false })
      .once('unpipe', () => resolve()),
  )
  broken.destroy(new Error('connection lost'))
  await sent
  expect(server.uploads.size).toBe(0)
  expect((await storage.stat('long'))?.size).toBe(13 * 1024 * 1024)
})

test('a service that does not respond causes a timeout', async () => {
  const silent = await startSilentServer()
  try {
    const storage = s3Storage({ ...server.config, endpoint: `http://${silent.host}` }, 50)
    const unreachable = { kind: 'unavailable', code: 'storage.unreachable' }
    await expect(storage.put('a', Buffer.from('a'), TEXT)).rejects.toMatchObject(unreachable)
    await expect(storage.check()).rejects.toMatchObject(unreachable)
  } finally {
    await silent.close()
  }
})

describe('a signed download', () => {
  const fileName = 'Größe “1”, 100 %.pdf'
  const put = () => s3Storage(server.config).put('a/b.pdf', Buffer.from('the file'), { contentType: 'application/pdf' })
  const sign = () => s3Storage(server.config).signedDownload('a/b.pdf', { fileName, seconds: 60 })

  test('works without keys, under its own name', async () => {
    await put()
    const response = await fetch((await sign()) ?? '')
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('the file')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_, 100 _.pdf"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
  })

  test.each([
    ['another file', (url: string) => url.replace('b.pdf', 'c.pdf')],
    ['a longer time', (url: string) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000')],
    ['another name', (url: string) => url.replace('filename', 'file')],
    ['no signature', (url: string) => url.replace(/\?.*/, '')],
  ])('is valid for nothing else: %s', async (_name, change) => {
    await put()
    await s3Storage(server.config).put('a/c.pdf', Buffer.from('another file'), TEXT)
    const url = (await sign()) ?? ''
    expect(change(url)).not.toBe(url)
    expect((await fetch(change(url))).status).toBe(403)
  })

  test('does not exist when browsers cannot reach the bucket', async () => {
    const hidden = s3Storage({ ...server.config, signedDownloads: false })
    expect(await hidden.signedDownload('a/b.pdf', { fileName, seconds: 60 })).toBe(null)
  })

  test('does not exist for files on the disk', async () => {
    expect(await localStorage(tmpdir()).signedDownload('a', { fileName, seconds: 60 })).toBe(null)
  })
})

describe('problems are reported', () => {
  const put = (change: object) => s3Storage({ ...server.config, ...change }).put('a', Buffer.from('x'), TEXT)

  test.each([
    ['a wrong secret', { secretAccessKey: 'guessed' }, 'storage.denied'],
    ['an unknown key', { accessKeyId: 'AKOTHER' }, 'storage.denied'],
    ['an unknown bucket', { bucket: 'other' }, 'storage.bucket'],
    ['no server', { endpoint: 'http://127.0.0.1:9' }, 'storage.unreachable'],
  ])('%s', async (_name, change, code) => {
    await expect(put(change)).rejects.toMatchObject({ kind: 'unavailable', code })
    await expect(buffer(s3Storage({ ...server.config, ...change }).get('a'))).rejects.toMatchObject({ code })
    await expect(s3Storage({ ...server.config, ...change }).check()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(server.files.size).toBe(0)
  })

  test('after a retry of the service', async () => {
    server.fail(2)
    await put({})
    expect(server.refused).toEqual(['SlowDown', 'SlowDown'])
    expect([...server.files.keys()]).toEqual(['a'])
    server.fail(3)
    await expect(put({})).rejects.toMatchObject({ code: 'storage.failing' })
  })
})

test('files are moved to the bucket and back, byte for byte, and a second move sends nothing', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'storage-'))
  const bucket = s3Storage(server.config)
  try {
    const disk = localStorage(join(dir, 'here'))
    for (const key of ['avatars/1/a.webp', 'documents/1/b.pdf', 'c']) {
      await disk.put(key, Buffer.from(`content of ${key}`), { contentType: 'image/webp' })
    }
    expect(await moveFiles(disk, bucket)).toEqual({ copied: 3, unchanged: 0, bytes: 67 })
    const sent = server.requests.filter((request) => request.startsWith('PUT')).length
    expect(await moveFiles(disk, bucket)).toEqual({ copied: 0, unchanged: 3, bytes: 0 })
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(sent)

    await disk.put('c', Buffer.from('content of d'), { contentType: 'image/webp' })
    expect(await moveFiles(disk, bucket)).toMatchObject({ copied: 1, unchanged: 2 })

    const back = localStorage(join(dir, 'back'))
    expect(await moveFiles(bucket, back)).toMatchObject({ copied: 3 })
    for await (const key of disk.list('')) {
      expect(await buffer(back.get(key))).toEqual(await buffer(disk.get(key)))
      expect(await back.stat(key)).toMatchObject({ contentType: 'image/webp' })
    }
  } finally {
    await rm(dir, { recursive: true })
  }
})
