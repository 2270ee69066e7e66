// The way of images from a PDF through text recognition back to pages. A fake takes the arguments and prints the output
// of Tesseract; the "recognized" text is the image data it received.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pdf, type Scan, scannedPdf } from '../../../../../tests/support/files/pdf-file.ts'
import { createParser } from './parser.ts'
import { recognizeScans } from './recognize-scans.ts'
import { findRecognizer } from './recognizer.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'answerloom-ocr-'))
const parser = createParser()
afterAll(async () => {
  await parser.close()
  rmSync(folder, { recursive: true })
})

/** Says the size of the graymap and how many of its pixels are dark; of a wholly white one it says nothing. */
const STAND_IN = `#!${process.execPath}
const args = process.argv.slice(2)
if (args[0] === '--list-langs') {
  console.log('List of available languages in "/tessdata/" (4):\\ndeu\\neng\\nosd\\nscript/Latin')
} else {
  const parts = []
  process.stdin.on('data', (part) => parts.push(part)).on('end', () => {
    const bytes = Buffer.concat(parts)
    const [, width, height] = /^P5\\n(\\d+) (\\d+)\\n255\\n/.exec(bytes.subarray(0, 40).toString('latin1'))
    const dark = bytes.subarray(bytes.length - width * height).reduce((n, value) => n + (value < 128 ? 1 : 0), 0)
    if (dark > 0) console.log(args.join(' ') + ': ' + width + ' x ' + height + ', ' + dark + ' dark\\n\\f')
  })
}
`
function program(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}

const [width, height] = [400, 600]
const grey = (dark: number): Scan => ({
  width,
  height,
  bits: 8,
  pixels: Uint8Array.from({ length: width * height }, (_, index) => (index < dark ? 0 : 255)),
})
const black = (darkRows: number): Scan => ({
  width,
  height,
  bits: 1,
  pixels: Uint8Array.from({ length: (width / 8) * height }, (_, index) => (index < (width / 8) * darkRows ? 0 : 255)),
})

describe('scanned documents', () => {
  const signal = new AbortController().signal
  async function recognize(bytes: Uint8Array, command: string) {
    const recognizer = await findRecognizer([], command)
    if (!recognizer) throw new Error('the fake was not found')
    const file = { name: 'scan.pdf', bytes }
    const pages: string[] = []
    const read = await parser.document({ ...file, scans: true })
    const progress = async (done: number, total: number) => void pages.push(`${done} of ${total}`)
    return { ...(await recognizeScans({ parser, recognizer, file, read, signal, progress })), pages }
  }
  const standIn = program('tesseract', STAND_IN)

  it('are read image by image, with their pages and a note about the recognition', async () => {
    const { read, note, pages } = await recognize(scannedPdf([grey(1_000), grey(0), black(2)]), standIn)
    const said = 'stdin stdout -l deu+eng --dpi 300: 400 x 600'
    expect(read.text).toBe(`\f1\n${said}, 1000 dark\n\n\f3\n${said}, 800 dark`)
    expect(note).toBe('The text of 2 pages was recognized in images and may contain mistakes.')
    expect(pages).toEqual(['0 of 3', '1 of 3', '2 of 3', '3 of 3'])
  })

  it('keep their existing text', async () => {
    const { read, note } = await recognize(pdf([['# One', 'Words.'], []]), standIn)
    expect(read.text).toBe('\f1\n# One\n\nWords.')
    expect(note).toBe(null)
  })

  it('have a reason when nothing is recognized or the program fails', async () => {
    const broken = program('broken', STAND_IN.replace('const parts = []', 'process.exit(3)\nconst parts = []'))
    for (const [scan, command] of [
      [grey(0), standIn],
      [grey(500), broken],
    ] as const)
      await expect(recognize(scannedPdf([scan]), command)).rejects.toThrow(
        /^No text was found: the pages are scanned images/,
      )
  })

  it('are read by an installed program only if it supports each requested language', async () => {
    expect((await findRecognizer(['deu'], standIn))?.languages).toEqual(['deu'])
    expect(await findRecognizer(['deu', 'fra'], standIn)).toBe(null)
  })

  it('are skipped without an installed program or a language', async () => {
    expect(await findRecognizer([], path.join(folder, 'missing'))).toBe(null)
    const wordless = program('wordless', STAND_IN.replace('deu\\neng', 'equ'))
    expect(await findRecognizer([], wordless)).toBe(null)
    await expect(parser.document({ name: 'scan.pdf', bytes: scannedPdf([grey(9)]) })).rejects.toThrow(
      /^No text was found/,
    )
  })
})
