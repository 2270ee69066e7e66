// npm run eval -- truth --data FOLDER
// Writes FILE.txt with the true text beside each office file and PDF. Needs LibreOffice, pdftotext and mutool.
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { flatOpenDocumentText } from './flat-text.ts'
import { runningLinesOnce } from './running-lines.ts'

const run = promisify(execFile)
const FLAT_FORMS: Record<string, string> = {
  docx: 'fodt',
  doc: 'fodt',
  odt: 'fodt',
  rtf: 'fodt',
  xlsx: 'fods',
  pptx: 'fodp',
  ppt: 'fodp',
}
const CONVERSION_TIMEOUT_MS = 60_000
const WORD = /[\p{L}\p{M}\p{N}]+/gu

async function officeTruth(file: string, folder: string): Promise<string | null> {
  const extension = path.extname(file).slice(1).toLowerCase()
  const form = FLAT_FORMS[extension] ?? ''
  const flat = path.join(folder, `${path.basename(file, path.extname(file))}.${form}`)
  rmSync(flat, { force: true })
  await run(
    'soffice',
    [
      '--headless',
      '--norestore',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      form,
      '--outdir',
      folder,
      file,
    ],
    {
      timeout: CONVERSION_TIMEOUT_MS,
    },
  ).catch(() => null)
  return existsSync(flat) ? flatOpenDocumentText(readFileSync(flat, 'utf8')) : null
}

async function printed(command: string, args: string[]): Promise<string | null> {
  const result = await run(command, args, { timeout: CONVERSION_TIMEOUT_MS, maxBuffer: 64e6 }).catch(() => null)
  return result?.stdout ?? null
}

/**
 * Returns the words of a PDF on which two independent tools agree, in the order of the first. Where fonts do not say
 * which letters they draw, tools guess differently, and neither is the truth.
 */
export function agreedText(first: string, second: string): string {
  const left = new Map<string, number>()
  const key = (word: string) => word.normalize('NFKC').toLowerCase()
  for (const [word] of second.matchAll(WORD)) left.set(key(word), (left.get(key(word)) ?? 0) + 1)
  return first.replace(WORD, (word) => {
    const count = left.get(key(word)) ?? 0
    left.set(key(word), count - 1)
    return count > 0 ? word : ''
  })
}

async function pdfTruth(file: string): Promise<string | null> {
  const first = await printed('pdftotext', ['-enc', 'UTF-8', file, '-'])
  const second = await printed('mutool', ['draw', '-q', '-F', 'txt', file])
  return first === null || second === null ? null : runningLinesOnce(agreedText(first, second))
}

/** Writes the true texts of a folder; a file that the other tools cannot read gets none. */
export async function makeTruth(folder: string): Promise<void> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'answerloom-truth-'))
  const names = globSync('**/*.{docx,doc,odt,rtf,xlsx,pptx,ppt,pdf}', { cwd: folder }).sort()
  for (const name of names) {
    const file = path.join(folder, name)
    const text = name.endsWith('.pdf') ? await pdfTruth(file) : await officeTruth(file, scratch)
    if (text === null) console.log(`No true text: ${name}`)
    rmSync(`${file}.txt`, { force: true })
    if (text !== null) writeFileSync(`${file}.txt`, text)
  }
  rmSync(scratch, { recursive: true })
}
