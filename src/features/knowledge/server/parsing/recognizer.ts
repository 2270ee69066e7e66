import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { lowerPriority } from './lower-priority.ts'
import type { GrayImage } from './scanned-image.ts'

/** Reads the text in images. */
export interface Recognizer {
  /** The languages it reads, as Tesseract calls them: `eng`, `deu`. */
  languages: string[]
  /** The text of an image; '' where there is none, or where it took too long. Throws what aborted it. */
  read(image: GrayImage, signal: AbortSignal): Promise<string>
}

const TIME_LIMIT_MS = 60_000
/** Limits of memory in kilobytes and CPU time in seconds. */
const PROCESS_LIMITS = 'ulimit -v 1572864 2>/dev/null; ulimit -t 60 2>/dev/null; '
/** More than these make it slow and no better. */
export const MAX_LANGUAGES = 3
/** Scripts and page layouts are no languages. */
const NOT_A_LANGUAGE = /^(osd|equ|snum)$|^script\//

/** The image as a portable graymap: the plainest form it takes. */
export const encodeGraymap = ({ width, height, pixels }: GrayImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])

/**
 * Tesseract with the wanted languages, or with those it has when none are named; null when it is not installed or lacks
 * one of them.
 */
export async function findRecognizer(
  wantedLanguages: readonly string[],
  tesseractCommand = 'tesseract',
): Promise<Recognizer | null> {
  const listedLanguages = await promisify(execFile)(tesseractCommand, ['--list-langs'], { timeout: 10_000 }).catch(
    () => null,
  )
  const installedLanguages = (listedLanguages?.stdout ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((languageCode) => languageCode !== '' && !NOT_A_LANGUAGE.test(languageCode))
  const languages =
    wantedLanguages.length > 0
      ? wantedLanguages.filter((languageCode) => installedLanguages.includes(languageCode))
      : installedLanguages.slice(0, MAX_LANGUAGES)
  if (languages.length === 0 || languages.length < wantedLanguages.length) return null
  return { languages, read: (grayImage, signal) => runTesseract(tesseractCommand, languages, grayImage, signal) }
}

/** One run of it: a process with little memory, little time, and nothing but the image. */
async function runTesseract(
  tesseractCommand: string,
  languages: string[],
  grayImage: GrayImage,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  const commandArguments = ['stdin', 'stdout', '-l', languages.join('+'), '--dpi', '300']
  const { PATH, TESSDATA_PREFIX } = process.env
  const tesseractProcess = spawn(
    '/bin/sh',
    ['-c', `${PROCESS_LIMITS}exec "$0" "$@"`, tesseractCommand, ...commandArguments],
    {
      env: { PATH, TESSDATA_PREFIX, OMP_THREAD_LIMIT: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: TIME_LIMIT_MS,
      killSignal: 'SIGKILL',
      signal,
    },
  )
  lowerPriority(tesseractProcess)
  // It may end before it has read all: what it was going to say is then missing, and that is seen below.
  tesseractProcess.stdin.on('error', () => {})
  tesseractProcess.stdin.end(encodeGraymap(grayImage))
  const processEnd = once(tesseractProcess, 'close').catch(() => [1])
  const output = await text(tesseractProcess.stdout).catch(() => '')
  const [code] = (await processEnd) as [number | null]
  signal.throwIfAborted()
  return code === 0
    ? output
        .replace(/\f/g, '')
        .replace(/[ \t]+$/gm, '')
        .trim()
    : ''
}
