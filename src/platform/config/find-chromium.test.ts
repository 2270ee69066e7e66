import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'

function program(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, '')
  chmodSync(file, 0o755)
  return file
}

it('a browser on the search path is found before a downloaded one', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'answerloom-chromium-'))
  const own = program(path.join(folder, 'bin', 'chromium-headless-shell'))
  program(path.join(folder, 'bin', 'chromium'))
  const downloaded = program(path.join(folder, 'cache', 'chromium-1200', 'chrome-linux', 'chrome'))
  const PLAYWRIGHT_BROWSERS_PATH = path.join(folder, 'cache')
  expect(findChromium({ PATH: path.join(folder, 'bin'), PLAYWRIGHT_BROWSERS_PATH })).toBe(own)
  expect([downloaded, findChromium({})]).toContain(findChromium({ PATH: '', PLAYWRIGHT_BROWSERS_PATH }))
})
