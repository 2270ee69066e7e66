import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createWorker, OEM, type Worker } from 'tesseract.js'
import { createSerialQueue } from '../../../../kernel/serial-queue.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { LanguageData } from './language-data.ts'
import { encodeGraymap, type Recognizer } from './recognizer.ts'
import type { GrayImage } from './scanned-image.ts'

const TIME_LIMIT_MS = 60_000
const MAX_IDLE_MS = 20_000

/** The library takes the data of all languages from one folder, which is needed until the worker has started. */
async function startWorker(languages: readonly LanguageData[]): Promise<Worker> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'answerloom-languages-'))
  try {
    for (const { code, file } of languages) await copyFile(file, path.join(dataFolder, `${code}.traineddata.gz`))
    const languageCodes = languages.map(({ code }) => code)
    return await createWorker(languageCodes, OEM.LSTM_ONLY, {
      langPath: dataFolder,
      cacheMethod: 'none',
      gzip: true,
      errorHandler: () => {},
    })
  } finally {
    await rm(dataFolder, { recursive: true })
  }
}

/**
 * Recognizes text without an installed program: Tesseract as WebAssembly in a thread, one image at a time. The
 * thread ends when it is idle, when an image takes too long, and when the reading is aborted.
 */
export function createBundledRecognizer(languages: readonly LanguageData[]): Recognizer {
  let activeWorker: Promise<Worker> | null = null
  const runSerially = createSerialQueue()
  let idleTimer: NodeJS.Timeout | undefined
  const endWorker = async () => {
    clearTimeout(idleTimer)
    const endingWorker = activeWorker
    activeWorker = null
    await (await endingWorker?.catch(() => null))?.terminate()
  }

  async function readImage(grayImage: GrayImage, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    clearTimeout(idleTimer)
    const timeLimitSignal = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    try {
      activeWorker ??= startWorker(languages)
      const recognition = activeWorker.then((startedWorker) => startedWorker.recognize(encodeGraymap(grayImage)))
      const { data } = await unlessAborted(recognition, timeLimitSignal)
      return data.text.replace(/[ \t]+$/gm, '').trim()
    } catch {
      await endWorker()
      signal.throwIfAborted()
      return ''
    } finally {
      idleTimer = setTimeout(() => void endWorker(), MAX_IDLE_MS).unref()
    }
  }

  return {
    languages: languages.map(({ code }) => code),
    read: (grayImage, signal) => runSerially(() => readImage(grayImage, signal)),
  }
}
