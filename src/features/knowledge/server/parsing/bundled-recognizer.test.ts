import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { createBundledRecognizer } from './bundled-recognizer.ts'
import { findLanguageData, installCommand } from './language-data.ts'

const [width, height] = [900, 160]
const drawn = (text: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><text x="20" y="100" font-family="sans-serif" font-size="56">${text}</text></svg>`,
    ),
  )
    .grayscale()
    .raw()
    .toBuffer()

it('the text of an image is recognized without an installed program', { timeout: 120_000 }, async () => {
  const recognizer = createBundledRecognizer(findLanguageData(['eng'], '/nowhere').found)
  const { signal } = new AbortController()
  const pixels = new Uint8Array(await drawn('Return within 30 days'))
  expect(await recognizer.read({ width, height, pixels }, signal)).toBe('Return within 30 days')
  expect(await recognizer.read({ width, height, pixels: new Uint8Array(width * height).fill(255) }, signal)).toBe('')
  await expect(recognizer.read({ width, height, pixels }, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
    'stopped',
  )
})

it('languages come from a folder or a package, and missing ones are reported with the command that installs them', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'answerloom-languages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [english] = findLanguageData(['eng'], folder).found
  const own = path.join(folder, 'deu.traineddata.gz')
  copyFileSync(english?.file ?? '', own)
  const { found, missing } = findLanguageData(['deu', 'eng', 'fra', 'chi_sim'], folder)
  expect(found).toEqual([{ code: 'deu', file: own }, english])
  expect(installCommand(missing)).toBe('npm install @tesseract.js-data/fra @tesseract.js-data/chi_sim')
})
