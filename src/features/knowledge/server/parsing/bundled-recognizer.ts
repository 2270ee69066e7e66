import { createRequire } from 'node:module'
import path from 'node:path'
import { createWorker, OEM, type Worker } from 'tesseract.js'
import { graymap, type Recognizer } from './recognizer.ts'
import type { GreyPicture } from './scanned-picture.ts'

const TIME_LIMIT_MS = 60_000
const IDLE_MS = 20_000

/** Folder of the English data that is installed with the program. */
const dataFolder = (): string =>
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
    '4.0.0_best_int',
  )

const startWorker = (): Promise<Worker> =>
  createWorker('eng', OEM.LSTM_ONLY, {
    langPath: dataFolder(),
    cacheMethod: 'none',
    gzip: true,
    errorHandler: () => {},
  })

/**
 * Recognizes English text without an installed program: Tesseract as WebAssembly in a thread, one image at a time. The
 * thread ends when it is idle, when an image takes too long, and when the reading is aborted.
 */
export function createBundledRecognizer(): Recognizer {
  let worker: Promise<Worker> | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await (await ending?.catch(() => null))?.terminate()
  }

  async function read(picture: GreyPicture, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    clearTimeout(idle)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const stop = () => reject(limit.reason)
    limit.addEventListener('abort', stop, { once: true })
    try {
      worker ??= startWorker()
      const recognized = worker.then((started) => started.recognize(graymap(picture)))
      const { data } = await Promise.race([recognized, stopped])
      return data.text.replace(/[ \t]+$/gm, '').trim()
    } catch {
      await end()
      signal.throwIfAborted()
      return ''
    } finally {
      limit.removeEventListener('abort', stop)
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }

  return {
    languages: ['eng'],
    read(picture, signal) {
      const next = turn.then(() => read(picture, signal))
      turn = next.catch(() => undefined)
      return next
    },
  }
}
