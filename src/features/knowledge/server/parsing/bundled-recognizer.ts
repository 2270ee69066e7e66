import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createWorker, OEM, type Worker } from 'tesseract.js'
import { createSerialQueue } from '../../../../kernel/serial-queue.ts'
import { unlessAborted } from '../unless-aborted.ts'
import type { LanguageData } from './language-data.ts'
import { graymap, type Recognizer } from './recognizer.ts'
import type { GrayImage } from './scanned-image.ts'

const TIME_LIMIT_MS = 60_000
const IDLE_MS = 20_000

/** The library takes the data of all languages from one folder, which is needed until the worker has started. */
async function startWorker(languages: readonly LanguageData[]): Promise<Worker> {
  const folder = await mkdtemp(path.join(tmpdir(), 'answerloom-languages-'))
  try {
    for (const { code, file } of languages) await copyFile(file, path.join(folder, `${code}.traineddata.gz`))
    const codes = languages.map(({ code }) => code)
    return await createWorker(codes, OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: 'none',
      gzip: true,
      errorHandler: () => {},
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Recognizes text without an installed program: Tesseract as WebAssembly in a thread, one image at a time. The
 * thread ends when it is idle, when an image takes too long, and when the reading is aborted.
 */
export function createBundledRecognizer(languages: readonly LanguageData[]): Recognizer {
  let worker: Promise<Worker> | null = null
  const inTurn = createSerialQueue()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await (await ending?.catch(() => null))?.terminate()
  }

  async function read(image: GrayImage, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    clearTimeout(idle)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    try {
      worker ??= startWorker(languages)
      const recognized = worker.then((started) => started.recognize(graymap(image)))
      const { data } = await unlessAborted(recognized, limit)
      return data.text.replace(/[ \t]+$/gm, '').trim()
    } catch {
      await end()
      signal.throwIfAborted()
      return ''
    } finally {
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }

  return {
    languages: languages.map(({ code }) => code),
    read: (image, signal) => inTurn(() => read(image, signal)),
  }
}
