// npm run eval -- truth --data FOLDER
// Writes FILE.txt with the true text beside each office file and PDF. Needs LibreOffice, pdftotext and mutool.
import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
const BATCH_SIZE = 20
/** Results above this size are of files that unfold without end: they hold no text to compare. */
const MAX_FLAT_BYTES = 200e6
const WORD = /[\p{L}\p{M}\p{N}]+/gu

const formatOf = (file: string): string => path.extname(file).slice(1).toLowerCase()

/** Converts files of one format with LibreOffice, which writes one result per file that it can read. */
async function convert(files: readonly string[], form: string, folder: string): Promise<void> {
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
      ...files,
    ],
    { timeout: CONVERSION_TIMEOUT_MS * files.length, killSignal: 'SIGKILL' },
  ).catch(() => null)
}

/**
 * Returns the true texts of files of one format, whose names differ. LibreOffice is started once for all of them, and
 * once more for each file without a result: it may have crashed on another one.
 */
async function officeTruths(files: readonly string[], form: string, scratch: string): Promise<(string | null)[]> {
  const folder = mkdtempSync(path.join(scratch, 'flat-'))
  const flatOf = (file: string) => path.join(folder, `${path.basename(file, path.extname(file))}.${form}`)
  await convert(files, form, folder)
  const texts: (string | null)[] = []
  for (const file of files) {
    if (!existsSync(flatOf(file))) await convert([file], form, folder)
    const size = statSync(flatOf(file), { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY
    texts.push(size <= MAX_FLAT_BYTES ? flatOpenDocumentText(readFileSync(flatOf(file), 'utf8'), formatOf(file)) : null)
  }
  rmSync(folder, { recursive: true })
  return texts
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

/** Files by folder and format, in batches. */
function batchesOf(names: readonly string[]): string[][] {
  const groups = Map.groupBy(names, (name) => `${path.dirname(name)}\n${path.extname(name).toLowerCase()}`)
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / BATCH_SIZE) }, (_, index) =>
      group.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
    ),
  )
}

/** Writes the true texts of a folder; a file that the other tools cannot read gets none. */
export async function makeTruth(folder: string): Promise<void> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'answerloom-truth-'))
  const names = globSync('**/*.{docx,doc,odt,rtf,xlsx,pptx,ppt,pdf}', { cwd: folder }).sort()
  for (const batch of batchesOf(names)) {
    const files = batch.map((name) => path.join(folder, name))
    const form = FLAT_FORMS[formatOf(batch[0] ?? '')]
    const texts = form ? await officeTruths(files, form, scratch) : []
    if (!form) for (const file of files) texts.push(await pdfTruth(file))
    for (const [index, file] of files.entries()) {
      const text = texts[index] ?? null
      if (text === null) console.log(`No true text: ${batch[index]}`)
      rmSync(`${file}.txt`, { force: true })
      if (text !== null) writeFileSync(`${file}.txt`, text)
    }
  }
  rmSync(scratch, { recursive: true })
}
