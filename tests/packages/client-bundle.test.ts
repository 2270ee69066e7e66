// The client as it would be published: its size, and no need of anything but the platform.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundlePackage } from '../../scripts/packages/bundle-package.ts'

let dist = ''

beforeAll(async () => {
  dist = mkdtempSync(path.join(tmpdir(), 'answerloom-client-'))
  await bundlePackage('client', dist)
}, 60_000)
afterAll(() => rmSync(dist, { recursive: true, force: true }))

it('the client is at most 3 KB, and loads the proof of work only when a server requires it', () => {
  const files = readdirSync(dist)
  expect(files).toEqual(['index.js', expect.stringMatching(/^proof-/)])
  const scripts = files.map((file) => readFileSync(path.join(dist, file)))
  expect(gzipSync(Buffer.concat(scripts), { level: 9 }).byteLength).toBeLessThanOrEqual(3_000)
  expect(scripts[0]?.toString(), 'no import but that of the proof').not.toMatch(/import\s*(?:[\w{*"']|(?!\()\S)/)
})
