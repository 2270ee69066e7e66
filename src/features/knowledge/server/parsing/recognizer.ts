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
const LIMITS = 'ulimit -v 1572864 2>/dev/null; ulimit -t 60 2>/dev/null; '
/** More than these make it slow and no better. */
export const LANGUAGES_MAX = 3
/** Scripts and page layouts are no languages. */
const NO_LANGUAGE = /^(osd|equ|snum)$|^script\//

/** The image as a portable graymap: the plainest form it takes. */
export const graymap = ({ width, height, pixels }: GrayImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])

/**
 * Tesseract with the wanted languages, or with those it has when none are named; null when it is not installed or lacks
 * one of them.
 */
export async function findRecognizer(wanted: readonly string[], command = 'tesseract'): Promise<Recognizer | null> {
  const listed = await promisify(execFile)(command, ['--list-langs'], { timeout: 10_000 }).catch(() => null)
  const installed = (listed?.stdout ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((name) => name !== '' && !NO_LANGUAGE.test(name))
  const languages =
    wanted.length > 0 ? wanted.filter((name) => installed.includes(name)) : installed.slice(0, LANGUAGES_MAX)
  if (languages.length === 0 || languages.length < wanted.length) return null
  return { languages, read: (image, signal) => recognize(command, languages, image, signal) }
}

/** One run of it: a process with little memory, little time, and nothing but the image. */
async function recognize(command: string, languages: string[], image: GrayImage, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted()
  const args = ['stdin', 'stdout', '-l', languages.join('+'), '--dpi', '300']
  const { PATH, TESSDATA_PREFIX } = process.env
  const child = spawn('/bin/sh', ['-c', `${LIMITS}exec "$0" "$@"`, command, ...args], {
    env: { PATH, TESSDATA_PREFIX, OMP_THREAD_LIMIT: '1' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
    signal,
  })
  lowerPriority(child)
  // It may end before it has read all: what it was going to say is then missing, and that is seen below.
  child.stdin.on('error', () => {})
  child.stdin.end(graymap(image))
  const ended = once(child, 'close').catch(() => [1])
  const output = await text(child.stdout).catch(() => '')
  const [code] = (await ended) as [number | null]
  signal.throwIfAborted()
  return code === 0
    ? output
        .replace(/\f/g, '')
        .replace(/[ \t]+$/gm, '')
        .trim()
    : ''
}
