import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { isSealed, seal, unseal } from './sealing.ts'

const KEY = 'k'.repeat(32)
const HEAD = 'answerloom-sealed 1\n'.length + 32
const PIECE = 64 * 1024 + 16

/** In pieces of another size than the chunks. */
const streamOf = (bytes: Buffer, size = 10_007) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
    { objectMode: false },
  )
const sealed = (bytes: Buffer, key = KEY) => buffer(seal(streamOf(bytes), key))
const unsealed = (bytes: Buffer, key = KEY) => buffer(unseal(streamOf(bytes), key))

it.each([0, 1, 65_536, 65_537, 300_000])('%i bytes are read back', async (length) => {
  const text = randomBytes(length)
  const file = await sealed(text)
  expect(file.length).toBe(HEAD + length + 16 * Math.max(1, Math.ceil(length / 65_536)))
  expect((await unsealed(file)).equals(text)).toBe(true)
  expect((await sealed(text)).equals(file)).toBe(false)
})

it.each<[string, (file: Buffer) => Buffer]>([
  ['with another byte', (file) => file.fill(file.readUInt8(5000) ^ 1, 5000, 5001)],
  ['with another salt', (file) => file.fill(file.readUInt8(30) ^ 1, 30, 31)],
  ['cut off in a chunk', (file) => file.subarray(0, -40_000)],
  ['cut off after a chunk', (file) => file.subarray(0, HEAD + PIECE)],
  ['cut off in its head', (file) => file.subarray(0, HEAD - 3)],
  [
    'with chunks exchanged',
    (file) =>
      Buffer.concat([
        file.subarray(0, HEAD),
        file.subarray(HEAD + PIECE, HEAD + 2 * PIECE),
        file.subarray(HEAD, HEAD + PIECE),
        file.subarray(HEAD + 2 * PIECE),
      ]),
  ],
  ['with more after its end', (file) => Buffer.concat([file, Buffer.alloc(100)])],
])('a file %s is refused', async (_name, damage) => {
  const file = damage(await sealed(randomBytes(200_000)))
  await expect(unsealed(file)).rejects.toMatchObject({ code: 'backup.broken' })
})

it('a file is refused with another key', async () => {
  await expect(unsealed(await sealed(Buffer.from('rows')), 'K'.repeat(32))).rejects.toMatchObject({
    code: 'backup.broken',
  })
})

it('an encrypted file is known by its first line', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sealing-'))
  try {
    await writeFile(join(dir, 'sealed'), await sealed(Buffer.from('rows')))
    await writeFile(join(dir, 'plain'), 'answerloom')
    expect(await isSealed(join(dir, 'sealed'))).toBe(true)
    expect(await isSealed(join(dir, 'plain'))).toBe(false)
  } finally {
    await rm(dir, { recursive: true })
  }
})
